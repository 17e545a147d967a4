/**
 * The screens' own sentences: `src/messages/<lang>/<area>.json`, and of a game's board
 * `src/games/<game>/messages/<lang>.json`; complete in three languages (a test checks).
 */
import { fill } from "./fill";
import { settings } from "./settings.svelte";
import type { Facts, Lang } from "./types";

type Sentences = Record<string, string>;
const shared = import.meta.glob<Sentences>("../messages/*/*.json", { eager: true, import: "default" });
const own = import.meta.glob<Sentences>("../games/*/messages/*.json", { eager: true, import: "default" });
const catalogue = {} as Record<Lang, Sentences>;

function add(lang: string, area: string, sentences: Sentences): void {
  for (const [key, text] of Object.entries(sentences)) (catalogue[lang as Lang] ??= {})[`${area}.${key}`] = text;
}
for (const [path, sentences] of Object.entries(shared)) {
  const [lang = "", area = ""] = path.replace(".json", "").split("/").slice(-2);
  add(lang, area, sentences);
}
for (const [path, sentences] of Object.entries(own)) {
  const [area = "", , lang = ""] = path.replace(".json", "").split("/").slice(-3);
  add(lang, area, sentences);
}

/** Why a table cannot be opened, in a sentence; an unknown reason is told in general words. */
export function apart(why = "failed"): string {
  const known = t(`shell.quarantined_${why}`);
  return known.startsWith("shell.") ? t("shell.quarantined_failed") : known;
}

/** `t("shell.your_turn", { n: 2 })` in the language chosen; `{n|form|forms}` follows the number. */
export function t(key: string, facts: Facts = {}): string {
  const text = catalogue[settings.lang]?.[key] ?? catalogue.en?.[key];
  return text === undefined ? key : fill(text, facts, settings.lang, {});
}
