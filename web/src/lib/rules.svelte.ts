/** The texts of the rules, fetched once for each game and language. */
import { get } from "./api";
import { settings } from "./settings.svelte";
import type { GameId } from "./types";

const books = $state<Record<string, Record<string, string>>>({});
const asked = new Set<string>();

/** A rule's text; its id until the book is here. */
export function ruleText(game: GameId, id: string): string {
  const key = `${game}/${settings.lang}`;
  if (!asked.has(key)) {
    asked.add(key);
    get("/games/{game}/rules/{lang}", { path: { game, lang: settings.lang } })
      .then((book) => (books[key] = book))
      .catch(() => asked.delete(key));
  }
  return books[key]?.[id] ?? id;
}
