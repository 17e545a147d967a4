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
  phases: ["build_up", "land_auction", "disaster", "administration", "yield", "bonus"],
  rounds: 6,
};
export default screens;
