/** The first page is small: its scripts together, compressed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const STATIC = join(import.meta.dirname, "../../src/tafelrunde/web/static");

/** A script with everything it imports at once (not what it may load later). */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(STATIC, "assets", name), "utf-8");
  for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) closure(other!, found);
  return found;
}

test("the scripts of the first page are under 200 kB", () => {
  expect(existsSync(join(STATIC, "index.html")), "run `make web` first").toBe(true);
  const page = readFileSync(join(STATIC, "index.html"), "utf-8");
  const entry = /src="\/assets\/([\w.-]+\.js)"/.exec(page)![1]!;
  const main = readFileSync(join(STATIC, "assets", entry), "utf-8");
  const lazy = [...main.matchAll(/\.\/((?:Home|Cover)[\w.-]*\.js)/g)].map((found) => found[1]!);
  expect(lazy.some((name) => name.startsWith("Home"))).toBe(true);
  const all = closure(entry);
  for (const name of lazy) closure(name, all);
  const home = lazy.find((name) => name.startsWith("Home"))!;
  for (const [, name] of readFileSync(join(STATIC, "assets", home), "utf-8").matchAll(/\.\/(Cover[\w.-]*\.js)/g)) {
    closure(name!, all);
  }
  const bytes = [...all].reduce((sum, name) => sum + gzipSync(readFileSync(join(STATIC, "assets", name))).length, 0);
  expect(all.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(200_000);
});
