import type { Screens } from "..";
import "./theme.css";
import Board from "./Board.svelte";
import Legend from "./Legend.svelte";
import Mine from "./Mine.svelte";
import Other from "./Other.svelte";
import Status from "./Status.svelte";

const screens: Screens = {
  Board,
  Mine,
  Other,
  Status,
  Legend,
  phases: [
    "refresh",
    "asset",
    "main_offer",
    "counteroffer",
    "support",
    "resolution",
    "end_of_turn",
    "production",
    "event",
  ],
  rounds: 9,
};
export default screens;
