/** What people read is complete in three languages, and every sentence that is asked for exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");
const LANGS = ["en", "de", "ru"] as const;
/** The boards of games bring their own sentences. */
const GAMES = readdirSync(join(SRC, "games")).filter((game) => existsSync(join(SRC, "games", game, "messages")));
const AREAS = [...readdirSync(join(SRC, "messages/en")).map((path) => basename(path, ".json")), ...GAMES];
const file = (lang: string, area: string): string =>
  GAMES.includes(area) ? join("games", area, "messages", `${lang}.json`) : join("messages", lang, `${area}.json`);
const read = (lang: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(join(SRC, file(lang, area)), "utf-8"));
const facts = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!))].sort();

test("there are areas", () => expect(AREAS).toEqual(expect.arrayContaining(["shell", "rise"])));

for (const area of AREAS) {
  const english = read("en", area);
  for (const lang of LANGS.filter((other) => other !== "en")) {
    test(`${area} is complete in ${lang}`, () => {
      const other = read(lang, area);
      expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(other)) {
        expect(text, key).not.toBe("");
        expect(facts(text), `${area}.${key}`).toEqual(facts(english[key]!));
      }
    });
  }
  for (const lang of LANGS) {
    test(`numbers of ${area} have their forms in ${lang}`, () => {
      for (const [key, text] of Object.entries(read(lang, area))) {
        for (const [, forms] of text.matchAll(/\{\w+((?:\|[^|{}]*)+)\}/g)) {
          expect(forms!.slice(1).split("|").length, `${area}.${key}`).toBe(lang === "ru" ? 3 : 2);
        }
      }
    });
  }
}

test("people are addressed in one way: du in German, вы in Russian", () => {
  const strange: Record<string, RegExp> = {
    de: /(?<!\p{L})(Ihnen|Ihr|Ihre[nmrs]?|\p{L}+en Sie|Sie (sind|haben|können|müssen|dürfen|schauen|spielen))(?!\p{L})/u,
    ru: /(?<!\p{L})([Тт]ы|[Тт]еб[яе]|тобой|[Тт]во(й|я|ё|и|его|ей|ю|ём|их|им|ими|ему)|(?<=[а-яё,;] )(Вы|Вас|Вам|Ваш\p{L}*))(?!\p{L})/u,
  };
  for (const [lang, address] of Object.entries(strange))
    for (const area of AREAS)
      for (const [key, text] of Object.entries(read(lang, area))) expect(text, `${area}.${key}`).not.toMatch(address);
});

test("every sentence that the pages ask for is written", () => {
  const known = new Set(AREAS.flatMap((area) => Object.keys(read("en", area)).map((key) => `${area}.${key}`)));
  const missing: string[] = [];
  const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((path) =>
    /\.(svelte|ts)$/.test(path),
  );
  for (const path of sources) {
    for (const [, key] of readFileSync(join(SRC, path), "utf-8").matchAll(/\bt\(\s*"([\w]+\.[\w.]+)"/g)) {
      if (!known.has(key!)) missing.push(`${basename(path)}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
});
