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
  flights: {
    claimed: ({ seat, data }) => ({ from: thing(data["asset"], "asset"), to: seat! }),
    asset_passed: ({ data }) => ({ from: thing(data["asset"], "asset"), to: data["other"] as number }),
    robs: ({ seat, data }) => ({ from: data["other"] as number, to: seat! }),
  },
};
export default screens;
