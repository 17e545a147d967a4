/** The screens' own sentences: `src/messages/<lang>/<area>.json`, complete in three languages (a test checks). */
import { fill } from "./fill";
import { settings } from "./settings.svelte";
import type { Facts, Lang } from "./types";

const files = import.meta.glob<Record<string, string>>("../messages/*/*.json", { eager: true, import: "default" });
const catalogue = {} as Record<Lang, Record<string, string>>;
for (const [path, sentences] of Object.entries(files)) {
  const [lang, area] = path.split("/").slice(-2) as [Lang, string];
  for (const [key, text] of Object.entries(sentences)) {
    (catalogue[lang] ??= {})[`${area.replace(".json", "")}.${key}`] = text;
  }
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
