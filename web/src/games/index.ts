/** The four games' screens, each loaded when it is needed. */
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

export const GAMES: readonly GameId[] = ["rise", "new_angeles", "fifty_first_state", "twentieth_century"];

const loaders: Record<GameId, () => Promise<{ default: Screens }>> = {
  rise: () => import("./rise"),
  new_angeles: () => import("./new_angeles"),
  fifty_first_state: () => import("./fifty_first_state"),
  twentieth_century: () => import("./twentieth_century"),
};

export const screens = async (game: GameId): Promise<Screens> => (await loaders[game]()).default;

const covers = import.meta.glob<{ default: Component }>("./*/Cover.svelte");
const themes = import.meta.glob("./*/theme.css");

/** A game's cover, with its palette. */
export async function cover(game: GameId): Promise<Component> {
  const [drawn] = await Promise.all([covers[`./${game}/Cover.svelte`]!(), themes[`./${game}/theme.css`]!()]);
  return drawn.default;
}

/** Seats of a table that is dealt without asking. */
export const USUAL: Record<GameId, number> = { rise: 3, new_angeles: 4, fifty_first_state: 2, twentieth_century: 3 };
