import type { Screens } from "..";
import { thing } from "../../lib/flights";
import "./theme.css";
import Board from "./Board.svelte";
import Legend from "./Legend.svelte";
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
  phases: ["cards", "production", "action", "cleanup"],
  rounds: 0,
  flights: {
    drafted: ({ seat, data }) => ({ from: thing(data["card"]), to: seat! }),
    connection_taken: ({ seat, data }) => ({ from: thing(data["card"]), to: seat! }),
    stole: ({ seat, data }) => ({ from: data["other"] as number, to: seat! }),
  },
};
export default screens;
