/** The same sentences as `core/messages.py`: its own examples, and what they leave out. */
import { expect, test } from "vitest";
import { fill, plural } from "../src/lib/fill";

test("the examples of core/messages.py", () => {
  expect(fill("{n} {n|coin|coins}", { n: 3 }, "en", {})).toBe("3 coins");
  expect(fill("{n} {n|монета|монеты|монет}", { n: 22 }, "ru", {})).toBe("22 монеты");
  expect(fill("pay {goods}", { goods: { iron: 2 } }, "en", { iron: "Iron" })).toBe("pay 2 × Iron");
  expect(fill("raze {place}", { place: "pub 2" }, "en", { pub: "Pub" })).toBe("raze Pub 2");
  expect(fill("give {item}", { item: "card pub" }, "en", { "item:card": "the card", pub: "Pub" })).toBe(
    "give the card Pub",
  );
});

test("a name that belongs to a fact comes first, lists are joined, nothing has a word", () => {
  const names = { bank: "bench", "track:bank": "Bank", nothing: "nothing" };
  expect(fill("{track}", { track: "bank" }, "en", names)).toBe("Bank");
  expect(fill("{place}", { place: "bank" }, "en", names)).toBe("bench");
  expect(fill("{cards}", { cards: ["bank", "x"] }, "en", names)).toBe("bench, x");
  expect(fill("{cards}", { cards: [] }, "en", names)).toBe("nothing");
  expect(fill("{cards}", { cards: {} }, "en", {})).toBe("-");
});

test("seats are called by their names", () => {
  expect(fill("{seat} and {n}", { seat: 1, n: 1 }, "en", {}, (seat) => ["Ada", "Bruno"][seat]!)).toBe("Bruno and 1");
});

test("Russian has three forms, English and German two", () => {
  const forms = [1, 2, 5, 11, 12, 21, 22, 25, 101, 111, 112].map((n) => plural("ru", n));
  expect(forms).toEqual([0, 1, 2, 2, 2, 0, 1, 2, 0, 2, 2]);
  expect([0, 1, 2, -1].map((n) => plural("de", n))).toEqual([1, 0, 1, 0]);
});
