/**
 * The screens of the games, each loaded when it is needed. A folder that is called like a game holds its own board
 * (`index.ts`), cover, palette and sentences; a game without a folder is shown with the plain table (`generic`).
 */
import type { Component } from "svelte";
import type { Flights } from "../lib/flights";
import type { Table } from "../lib/table.svelte";
import type { GameId } from "../lib/types";
import type { Sheets } from "../wire/api";

/** What a game draws. The frame around it (decision bar, log, chat, clocks) is the same for all. */
export interface Screens {
  /** The shared board. */
  Board: Component<{ table: Table }>;
  /** What lies in front of me: hand, state, sheet; also drawn for whom `seat` names when a game is over or open. */
  Mine: Component<{ table: Table; seat: number }>;
  /** Another seat in short, for the right column; opens on tap if there is more to see. */
  Other: Component<{ table: Table; seat: number }>;
  /** The large numbers of the top strip for the own seat and the shared state (coins, points, threat ...). */
  Status: Component<{ table: Table }>;
  /** Round and phases for the little track in the top strip: slugs of the `names` of the catalogue, in order. */
  phases: readonly string[];
  rounds: number;
  /**
   * A picture of an option's value for the hosting page (a deck: `name` "deck", `value` "base_winter"), if there is one. An
   * option that is a word of letters (RISE's sides) is asked letter by letter: `name` "sides 3", `value` "B".
   */
  Option?: Component<{ name: string; value: string; sheets: Sheets }>;
  /** What the letters of such a word stand for, in order: slugs of the `names` of the catalogue. */
  places?: Record<string, readonly string[]>;
  /** What the symbols mean, behind the "?". */
  Legend?: Component<{ table: Table }>;
  /** What is seen flying to a seat. */
  flights?: Flights;
}

const boards = import.meta.glob<{ default: Screens }>("./*/index.ts");
const covers = import.meta.glob<{ default: Component<{ game: GameId }> }>("./*/Cover.svelte");
const themes = import.meta.glob("./*/theme.css");

/** What is drawn for a game without a folder of its own. */
const PLAIN = "generic";

/** Whether a game has a board of its own. */
export const hasBoard = (game: GameId): boolean => game !== PLAIN && `./${game}/index.ts` in boards;

/** A game's own screens; for a game without them, or where they are not wanted, the plain table. */
export async function screens(game: GameId, plain = false): Promise<Screens> {
  return (await boards[`./${hasBoard(game) && !plain ? game : PLAIN}/index.ts`]!()).default;
}

/** A game's cover, with its palette. */
export async function cover(game: GameId): Promise<Component<{ game: GameId }>> {
  const drawn = covers[`./${game}/Cover.svelte`] ?? covers[`./${PLAIN}/Cover.svelte`]!;
  return (await Promise.all([drawn(), themes[`./${game}/theme.css`]?.()]))[0].default;
}
