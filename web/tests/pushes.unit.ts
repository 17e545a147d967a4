import { expect, test, vi } from "vitest";
import { merged, patched, Pushes } from "../src/lib/pushes";
import type { View } from "../src/lib/types";
import type { PatchMessage, ViewMessage } from "../src/wire/api";

const view = (more: object): View => ({ seats: [{ coins: 1, hand: null }, { coins: 2 }], board: {}, ...more }) as View;

function whole(version: number, seen: View): ViewMessage {
  return { type: "view", version, seat: 0, events: [], view: seen };
}

function patch(after: number, version: number, change: object, nulls?: string[][]): PatchMessage {
  return { type: "patch", after, version, seat: 0, events: [], patch: { ...change }, nulls };
}

test("members are replaced, added, removed and merged as RFC 7396 says", () => {
  expect(merged({ a: 1, b: { c: 2, d: 3 } }, { a: [null], b: { c: null, e: { f: 4 } } })).toEqual({
    a: [null],
    b: { d: 3, e: { f: 4 } },
  });
  expect(merged({ a: "x" }, { a: { b: 1, c: null } })).toEqual({ a: { b: 1 } });
});

test("an object changes the places of a list", () => {
  expect(merged({ seats: [{ n: 1 }, { n: 2 }] }, { seats: { 1: { n: 3 } } })).toEqual({ seats: [{ n: 1 }, { n: 3 }] });
});

test("members that are null stay, and what is not patched is shared", () => {
  const old = view({ decision: { id: "1" }, board: { top: "a", deck: 3 } });
  const next = patched(old, {
    patch: { decision: null, board: { top: null }, seats: { 1: { hand: null } } },
    nulls: [["decision"], ["board", "top"], ["seats", "1", "hand"]],
  });
  expect(next).toEqual(
    view({ decision: null, board: { top: null, deck: 3 }, seats: [old.seats[0], { coins: 2, hand: null }] }),
  );
  expect(next.seats[0]).toBe(old.seats[0]);
  expect(old).toEqual(view({ decision: { id: "1" }, board: { top: "a", deck: 3 } }));
});

test("patches lead on from the view that came before", () => {
  const ask = vi.fn();
  const pushes = new Pushes(ask);
  pushes.take(whole(3, view({ ply: 0 })));
  expect(pushes.take(patch(3, 5, { ply: 1 }))?.view).toEqual(view({ ply: 1 }));
  expect(pushes.take(patch(5, 6, { ply: 2 }))?.view.ply).toBe(2);
  expect(ask).not.toHaveBeenCalled();
});

test("a patch that does not follow asks for the whole view, once, and shows nothing", () => {
  const ask = vi.fn();
  const pushes = new Pushes(ask);
  pushes.take(whole(3, view({ ply: 0 })));
  expect(pushes.take(patch(4, 5, { ply: 2 }))).toBeNull();
  expect(pushes.take(patch(5, 6, { ply: 3 }))).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(pushes.take(whole(7, view({ ply: 3 })))?.view.ply).toBe(3);
  expect(pushes.take(patch(7, 8, { ply: 4 }))?.view.ply).toBe(4);
});
