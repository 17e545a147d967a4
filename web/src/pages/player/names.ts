/** Games by their title; a game that is no longer installed has its id only. */
import { title } from "../../lib/games.svelte";

export const titleOf = (game: string): string => title(game) || game;
