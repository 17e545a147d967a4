/** Cells in moves of 20th Century. */
import { expect, it } from "vitest";
import { cellMove, cellOf } from "../src/games/twentieth_century/geometry";

it("writes cells as moves do", () => {
  expect(cellMove([-2, 1])).toBe("cell -2 1");
  expect(cellMove([-31, 45])).toBe("cell w31 s45");
  expect(cellOf("cell w31 s45")).toEqual([-31, 45]);
  expect(cellOf("cell e33 n31")).toEqual([33, -31]);
  expect(cellOf("cell -2 1")).toEqual([-2, 1]);
});
