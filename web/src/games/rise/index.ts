import type { Screens } from "..";
import "./theme.css";
import Board from "./Board.svelte";
import Legend from "./Legend.svelte";
import { TRACKS } from "./model";
import Mine from "./Mine.svelte";
import Option from "./Option.svelte";
import Other from "./Other.svelte";
import Status from "./Status.svelte";

const screens: Screens = {
  Board,
  Mine,
  Other,
  Status,
  Option,
  Legend,
  phases: ["income", "display", "place", "action", "round_end"],
  rounds: 12,
  places: { sides: TRACKS.map((track) => `track:${track}`) },
};
export default screens;
