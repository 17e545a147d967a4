import type { Screens } from "..";
import { thing } from "../../lib/flights";
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
  flights: {
    won: ({ seat, data }) => ({ from: thing(data["tile"]), to: seat! }),
    technology_bought: ({ seat, data }) => ({ from: thing(data["technology"]), to: seat! }),
  },
};
export default screens;
