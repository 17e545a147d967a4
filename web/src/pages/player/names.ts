/** The titles of games; a game that is no longer installed is shown by its id. */
import { title } from "../../lib/games.svelte";

export const titleOf = (game: string): string => title(game) || game;
