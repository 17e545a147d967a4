import { expect, test } from "vitest";
import { apart } from "../src/lib/apart";

test("what is far enough apart stays where it is", () => {
  expect(apart([40, 0, 20], 15)).toEqual([40, 0, 20]);
});

test("what would cover each other stands side by side around the middle, in order", () => {
  expect(apart([10, 10, 10], 12)).toEqual([-2, 10, 22]);
  expect(apart([10, 10, 10, 30], 12, 4)).toEqual([4, 16, 28, 40]);
  expect(apart([100, 4, 0], 12)).toEqual([100, 8, -4]);
});

test("whatever the places, no two are nearer than the gap", () => {
  for (let seed = 1; seed < 200; seed++) {
    const places = Array.from({ length: 5 }, (_, i) => (seed * 7919 * (i + 3)) % 60);
    const sorted = apart(places, 13).sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThan(13 - 1e-9);
  }
});
