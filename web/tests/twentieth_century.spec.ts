/** 20th Century on its own board: every question is answered there, never in the decision bar. */
import type { Locator } from "@playwright/test";
import { dice, expect as soon, test, type Person } from "./fixtures";

/** A busy machine may take its time. */
const expect = soon.configure({ timeout: 60_000 });

const board = (anna: Person): Locator => anna.page.locator("section.board, .sheet[role=tabpanel]").first();
/** What is lit on the board: moves, and the cells for a tile in the hand. */
const lit = (anna: Person): Locator => board(anna).locator(".can:not([aria-disabled]), .cell");

/** One answer on the board; by keyboard, so that everything lit is shown to be reachable by it. */
async function answer(anna: Person, choose: (count: number) => number): Promise<string> {
  const page = anna.page;
  const before = await page.locator(".frame").getAttribute("data-step");
  await expect(lit(anna).first()).toBeAttached();
  const found = lit(anna).nth(choose(await lit(anna).count()));
  const move = (await found.getAttribute("data-move")) ?? "cell";
  await found.focus();
  await page.keyboard.press("Enter");
  if (move === "cell") {
    for (let turns = choose(4); turns > 0; turns--) await page.keyboard.press("r");
    await board(anna).getByRole("button", { name: "Lay it here" }).click();
  } else {
    const choice = page.getByRole("dialog").locator(".can");
    await Promise.race([
      expect(page.locator(".frame")).not.toHaveAttribute("data-step", before ?? ""),
      choice.first().waitFor(),
    ]);
    if (await choice.count()) await choice.first().click();
  }
  await expect(page.locator(".frame")).not.toHaveAttribute("data-step", before ?? "");
  return move.split(" ")[0]!;
}

test("a whole game of 20th Century on the board", async ({ anna }) => {
  test.setTimeout(600_000);
  await anna.context.addInitScript(() =>
    localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], quick: true })),
  );
  const id = await anna.sit("twentieth_century");
  const choose = dice(7);
  const verbs = new Map<string, number>();
  const looked = new Set<string>();
  while (await anna.asked()) {
    const [phase] = await anna.page.locator(".frame [aria-current]").allInnerTexts();
    if (phase && !looked.has(phase)) {
      looked.add(phase);
      expect(await anna.faults(), phase).toEqual([]);
    }
    const verb = (await anna.confirm.count()) ? (await anna.confirm.first().click(), "") : await answer(anna, choose);
    if (verb) verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
  }
  for (const verb of ["quit", "column", "bid", "cell", "lay", "done"]) expect([...verbs.keys()]).toContain(verb);
  await expect(anna.page.getByRole("dialog", { name: "Result" })).toBeVisible();
  const record = await anna.ask<string>("GET", `/tables/${id}/record`);
  expect(await anna.wire.check(record, 0)).toMatch(/^\d+ views/);
});

test("the auction of 20th Century on a phone", async ({ arrive }) => {
  test.setTimeout(240_000);
  const anna = await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await anna.sit("twentieth_century");
  await anna.asked();
  expect(await anna.sideways()).toBe(false);
  expect(await anna.faults()).toEqual([]);
  // One of the regions is looked at, and larger.
  await board(anna).getByRole("button", { name: "My region" }).tap();
  const map = board(anna).getByRole("group", { name: "Region of Anna" });
  const before = await map.getAttribute("viewBox");
  await board(anna).getByRole("button", { name: "Larger" }).tap();
  await expect(map).not.toHaveAttribute("viewBox", before ?? "");
  expect(await anna.sideways()).toBe(false);
  expect(await anna.faults()).toEqual([]);
});

test("moves on the board are listed on demand, by keyboard too", async ({ arrive }) => {
  const anna = await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await anna.sit("twentieth_century");
  await anna.asked();
  const fold = anna.bar.getByRole("button", { name: /^(\d+ options? on the board|All \d+ options?)$/ });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  expect((await anna.bar.boundingBox())!.height).toBeLessThanOrEqual(844 * 0.34);
  expect(await anna.options.count(), "screen readers always have the list").toBeGreaterThan(0);
  await fold.focus();
  await anna.page.keyboard.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expect(anna.options.first()).toBeInViewport({ ratio: 1 });
  await anna.page.keyboard.press("Escape");
  await expect(fold).toHaveAttribute("aria-expanded", "false");
});
