/** Acts of trades: what views call them is taken back to moves, and the trade desk offers all of them. */
import { expect, test } from "vitest";
import { actsOf, isAct, moveOf } from "../src/games/new_angeles/acts";

test("an act of a view is the move it stands for", () => {
  const acts: Record<string, string> = {
    "use eiko": "use eiko",
    "support main 2": "support main 2",
    "place development 4": "place development 4",
    "offer clean_slate": "offer clean_slate",
    "counter_with clean_slate": "counter clean_slate",
    win_counter: "win counter",
    option_draw: "option draw",
    player_3: "name 2",
    pass: "pass",
  };
  for (const [act, move] of Object.entries(acts)) expect(moveOf(act)).toBe(move);
});

test("capital and assets are no acts", () => {
  expect(["capital 3", "asset eiko", "use eiko", "pass"].filter(isAct)).toEqual(["use eiko", "pass"]);
});

test("the trade desk offers what can be asked for and what can be given", () => {
  const moves = [
    "trade 1",
    "give capital 1",
    "ask asset eiko",
    "ask use eiko",
    "ask offer clean_slate",
    "give pass",
    "propose",
  ];
  expect(actsOf(moves, "ask")).toEqual(["use eiko", "offer clean_slate"]);
  expect(actsOf(moves, "give")).toEqual(["pass"]);
});
