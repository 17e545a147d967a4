/** The browser's rail graph against the engine's: regions of played games, with what the server told of them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bestPlace, Country, frontier, prospects } from "../src/games/twentieth_century/country";
import { cellMove, cellOf } from "../src/games/twentieth_century/geometry";
import type { Goods, RegionView, TileSheet } from "../src/games/twentieth_century/types";

interface Fixture {
  tiles: Record<string, TileSheet>;
  regions: { region: RegionView; yields: Goods; plants: Record<string, string[]>; lines: string[][] }[];
}
// `tests/games/twentieth_century/test_sheets.py` holds the same file against the engine.
const { tiles, regions } = JSON.parse(
  readFileSync(new URL("twentieth_century.regions.json", import.meta.url), "utf-8"),
) as Fixture;
const sheetOf = (slug: string): TileSheet => tiles[slug]!;

describe.each(regions.map((region, i) => [i, region] as const))("region %i", (_, { region, yields, plants, lines }) => {
  const country = new Country(region, sheetOf);

  it("yields the same", () => expect(country.yields()).toEqual(yields));

  it("reaches the same lands with the plants at work", () => {
    const staffed = country.staffed();
    const found = [...country.reach].filter(([city]) => staffed.has(city)).map(([city, lands]) => [city, lands.sort()]);
    expect(Object.fromEntries(found)).toEqual(plants);
  });

  it("has the same lines", () => {
    const sorted = (all: string[][]): string[] => all.map((line) => [...line].sort().join()).sort();
    expect(sorted(country.lines())).toEqual(sorted(lines));
  });

  it("tells the same before a tile is laid as after", () => {
    const [slug, laid] = Object.entries(region).at(-1)!;
    const { [slug]: _last, ...rest } = region;
    if (laid.bridges.length || !laid.citizens?.length) return;
    const before = new Country(rest, sheetOf).yields();
    const told = prospects(rest, sheetOf, slug, laid.cell, laid.turn, before).find(
      ({ city }) => city === laid.citizens![0],
    )!;
    const one = { ...region, [slug]: { ...laid, citizens: laid.citizens.slice(0, 1) } };
    const after = new Country(one, sheetOf).yields();
    expect(told.gain.coins + before.coins).toBe(after.coins);
    expect(told.gain.science + before.science).toBe(after.science);
    expect(told.gain.prosperity + before.prosperity).toBe(after.prosperity);
    expect(bestPlace(rest, sheetOf, slug)).not.toBeNull();
  });

  it("has a frontier of free cells that touch it", () => {
    const taken = Object.values(region).map(({ cell }) => cell.join());
    for (const [x, y] of frontier(region)) {
      expect(taken).not.toContain(`${x},${y}`);
      expect(
        Object.values(region).some(({ cell }) => Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y)) === 1),
      ).toBe(true);
    }
  });
});

it("writes cells as moves do", () => {
  expect(cellMove([-2, 1])).toBe("cell -2 1");
  expect(cellMove([-31, 45])).toBe("cell w31 s45");
  expect(cellOf("cell w31 s45")).toEqual([-31, 45]);
  expect(cellOf("cell e33 n31")).toEqual([33, -31]);
  expect(cellOf("cell -2 1")).toEqual([-2, 1]);
});
