/** The games installed on the server, with their titles. */
import { get } from "./api";
import { settings } from "./settings.svelte";
import type { Cover, Game } from "../wire/api";
import type { GameId } from "./types";

let listed = $state.raw<readonly Game[] | null>(null);
let asked: Promise<readonly Game[]> | null = null;

/** All games, fetched once. */
export function games(): Promise<readonly Game[]> {
  asked ??= get("/games").then((all) => (listed = all));
  asked.catch(() => (asked = null));
  return asked;
}

/** All games, as far as they are known already. */
export function shelf(): readonly Game[] {
  if (!listed) void games().catch(() => undefined);
  return listed ?? [];
}

/** The id if there may be such a game: a list that has not come yet excludes none. */
export function known(game: string): GameId | undefined {
  const all = shelf();
  return !listed || all.some(({ id }) => id === game) ? game : undefined;
}

/** Title, facts and a sentence about a game, in the language chosen. */
export function about(game: GameId): Cover {
  const found = shelf().find(({ id }) => id === game);
  return found?.about[settings.lang] ?? { title: found?.title ?? "", facts: "", summary: "" };
}

/** What people call a game. */
export const title = (game: GameId): string => about(game).title;

/** Seats of a table that is dealt without asking. */
export async function usualPlayers(game: GameId): Promise<number> {
  return (await games()).find(({ id }) => id === game)?.usual_players ?? 2;
}

/** The kinds of a game's events that are held on the screen, with the group in which they are shown. */
export const moments = (game: GameId): Readonly<Record<string, string>> =>
  shelf().find(({ id }) => id === game)?.moments ?? {};
