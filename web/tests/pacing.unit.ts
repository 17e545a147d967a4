/** The pace at which a table shows what happens: nothing is lost, key moments are held, everything can be skipped. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { momentsOf, Pacing, type Pace } from "../src/lib/pacing.svelte";
import type { GameEvent, Seen } from "../src/lib/types";

const GROUPS = { won: "deal", tie: "deal", produces: "production" };
const event = (kind: string, seat = 0): GameEvent => ({ kind, seat, data: {}, rule: "X-1" }) as GameEvent;
const seen = (version: number, ...kinds: string[]): Seen =>
  ({ version, events: kinds.map((kind) => event(kind)) }) as unknown as Seen;

let shown: number[] = [];
function at(pace: Pace): Pacing {
  return new Pacing(
    ({ version }) => shown.push(version),
    () => pace,
    () => GROUPS,
  );
}

beforeEach(() => {
  shown = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("neighbours of a group are one moment, what is not declared is none", () => {
  const events = ["tie", "paid", "won", "produces", "won"].map((kind) => event(kind));
  expect(momentsOf(events, GROUPS).map(({ group, events }) => [group, events.length])).toEqual([
    ["deal", 2],
    ["production", 1],
    ["deal", 1],
  ]);
});

test("steps follow each other, a moment is held longer than a step", () => {
  const pacing = at("normal");
  pacing.add(seen(1, "paid"));
  pacing.add(seen(2, "won"));
  pacing.add(seen(3, "paid"));
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(320);
  expect(shown).toEqual([1, 2]);
  expect(pacing.held?.group).toBe("deal");
  vi.advanceTimersByTime(1000);
  expect(shown, "still held").toEqual([1, 2]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2, 3]);
  expect(pacing.held).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(pacing.running).toBe(false);
});

test("step by step nothing goes on by itself", () => {
  const pacing = at("step");
  pacing.add(seen(1, "paid"));
  pacing.add(seen(2, "won", "produces"));
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([1]);
  expect(pacing.paused).toBe(true);
  pacing.goOn();
  expect([shown, pacing.held?.group]).toEqual([[1, 2], "deal"]);
  pacing.goOn();
  expect(pacing.held?.group).toBe("production");
  pacing.goOn();
  expect([pacing.running, pacing.held]).toEqual([false, null]);
});

test("everything can be skipped, and nothing is lost by it", () => {
  const pacing = at("slow");
  for (let version = 1; version < 6; version++) pacing.add(seen(version, "won"));
  pacing.skip();
  expect(shown).toEqual([1, 2, 3, 4, 5]);
  expect([pacing.running, pacing.held]).toEqual([false, null]);
  pacing.add(seen(6, "paid"));
  expect(shown.at(-1)).toBe(6);
});

test("what an own move set off is held too, and what comes meanwhile waits", () => {
  const pacing = at("normal");
  pacing.hold([event("paid"), event("won"), event("produces")]);
  expect(pacing.held?.group).toBe("deal");
  pacing.add(seen(1, "paid"));
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1600);
  expect([pacing.held?.group, shown]).toEqual(["production", []]);
  vi.advanceTimersByTime(1600);
  expect(shown).toEqual([1]);
});

test("at once means that nothing is held", () => {
  const pacing = at("instant");
  pacing.hold([event("won")]);
  expect(pacing.held).toBeNull();
});
