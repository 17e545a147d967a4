import type { Screens } from "..";
import Board from "./Board.svelte";
import Mine from "./Mine.svelte";
import Other from "./Other.svelte";
import Status from "./Status.svelte";

/** The plain table: any game, drawn from what it declares of its zones. Phases are told by their name. */
const screens: Screens = { Board, Mine, Other, Status, phases: [], rounds: 0 };
export default screens;
