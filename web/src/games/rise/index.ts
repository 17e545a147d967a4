import type { Screens } from "..";
import "./theme.css";
import Board from "./Board.svelte";
import Mine from "./Mine.svelte";
import Other from "./Other.svelte";
import Status from "./Status.svelte";

const screens: Screens = {
  Board,
  Mine,
  Other,
  Status,
  phases: ["income", "display", "place", "action", "round_end"],
  rounds: 12,
};
export default screens;
