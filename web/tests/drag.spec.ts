/** Moves made by dragging with the mouse: the thing is carried to where it belongs; everything else stays as it was. */
import type { Locator } from "@playwright/test";
import { dice, expect, test, type Person } from "./fixtures";

/** Answers in the bar until something can be dragged. */
async function until(person: Person, wanted: Locator, choose: (count: number) => number): Promise<void> {
  for (let i = 0; i < 200 && !(await wanted.count()); i++) await person.step(choose);
  await expect(wanted.first()).toBeVisible();
}

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = (await of.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Press on one thing and carry it over another (in a zone), in steps as a hand does; the button stays down. */
async function carry(person: Person, what: Locator, to: Locator, zone = to): Promise<void> {
  const { mouse } = person.page;
  await what.scrollIntoViewIfNeeded({ timeout: 5_000 });
  const from = await middle(what);
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + 8, from.y - 12, { steps: 4 });
  await expect(person.page.locator(".lifted")).toBeVisible();
  // Near the edge the page scrolls on; the goal is looked for until the pointer is over it.
  await expect(async () => {
    const goal = await middle(to);
    await mouse.move(goal.x, Math.min(790, Math.max(10, goal.y)), { steps: 5 });
    await expect(zone).toHaveClass(/drop-over/, { timeout: 300 });
  }).toPass({ timeout: 10_000 });
}

test("51st State: a card of the hand is carried to the shelves and built", async ({ anna }) => {
  await anna.sit("fifty_first_state");
  const { page } = anna;
  const edge = page.locator('main .edge.can[data-move^="build "]');
  await until(anna, edge, dice(5));
  const move = (await edge.first().getAttribute("data-move"))!;
  // The card is taken by its picture; only building and rebuilding lead to the shelves.
  const card = page.locator("main article.lifts").filter({ has: page.locator(`[data-move="${move}"]`) });
  const picture = card.first().locator(".picture");
  const shelves = page.locator("main .shelves");
  const standing = shelves.locator(".tile:not(.ghost)");
  const [before, stood] = [await standing.count(), await anna.stand()];

  await carry(anna, picture, shelves);
  await expect(shelves.locator(".tile.ghost")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(".lifted, .drop")).toHaveCount(0);
  await page.mouse.up();
  expect(await anna.stand(), "Escape plays nothing").toBe(stood);

  await carry(anna, picture, shelves);
  await page.mouse.move(3, 3);
  await page.mouse.up();
  await expect(page.locator(".lifted, .drop")).toHaveCount(0);
  expect(await anna.stand(), "put down elsewhere it plays nothing").toBe(stood);

  await carry(anna, picture, shelves);
  await page.mouse.up();
  await anna.went(stood);
  await expect(standing).toHaveCount(before + 1);
  await expect(page.locator(`main [data-move="${move}"]`)).toHaveCount(0);
});

test("51st State: an edge answers to a click as ever, and not to a drag that leads back to it", async ({ anna }) => {
  await anna.sit("fifty_first_state");
  const edge = anna.page.locator('main .edge.can[data-move^="build "]').first();
  await until(anna, edge, dice(5));
  const stood = await anna.stand();
  await edge.scrollIntoViewIfNeeded();
  const at = await middle(edge);
  await anna.page.mouse.move(at.x, at.y);
  await anna.page.mouse.down();
  await anna.page.mouse.move(at.x + 4, at.y + 2);
  await expect(anna.page.locator(".lifted")).toHaveCount(0);
  await anna.page.mouse.move(at.x + 30, at.y);
  await expect(anna.page.locator(".lifted")).toBeVisible();
  await anna.page.mouse.move(at.x, at.y);
  await anna.page.mouse.up();
  await expect(anna.page.locator(".lifted")).toHaveCount(0);
  expect(await anna.stand(), "carried away and back it is no click").toBe(stood);
  await edge.hover(); // the page may have moved under the pointer meanwhile
  const again = await middle(edge);
  await anna.page.mouse.down();
  await anna.page.mouse.move(again.x + 4, again.y + 2);
  await anna.page.mouse.up();
  await anna.went(stood);
});

test("RISE: the own factory is carried to a card, the marker to a lit field", async ({ anna }) => {
  await anna.sit("rise");
  const { page } = anna;
  const choose = dice(4);
  const factory = page.locator("main .depot .lifts");
  await until(anna, factory, choose);
  const card = page.locator('main .whole.can[data-move^="place "]').last();
  const stood = await anna.stand();
  await carry(anna, factory, card);
  await expect(page.locator("main footer .factory.ghost")).toHaveCount(1);
  await page.mouse.up();
  await anna.went(stood);
  await expect(factory).toHaveCount(0);

  const marker = page.locator("main .marker.lifts").first();
  await until(anna, marker, choose);
  const street = page.locator("svg.track").filter({ has: page.locator(".marker.lifts") });
  const field = street.first().locator('.plot.can[data-move^="step "]').first();
  const asked = await anna.stand();
  await carry(anna, marker, field);
  await page.mouse.up();
  await anna.went(asked);
});

test("New Angeles: a card of the hand is carried to the stage and becomes an offer", async ({ anna }) => {
  // Finished turns are sent without asking: the others answer at the same time, and the bar changes under the pointer.
  await anna.context.addInitScript(() =>
    localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], quick: true })),
  );
  await anna.sit("new_angeles");
  const { page } = anna;
  const card = page.locator('main .fan .can[data-move^="offer "], main .fan .can[data-move^="counter "]').first();
  await until(anna, card, () => 0);
  const [verb, slug] = (await card.getAttribute("data-move"))!.split(" ");
  const offers = verb === "offer";
  const side = page.locator(`main .deal .side.${offers ? "main" : "counter"}`);
  const told = page.getByRole("log").getByText(offers ? /^Anna offers / : /^Anna counters with /);
  const before = await told.count();
  const stood = await anna.stand();
  await carry(anna, card, side);
  await page.mouse.up();
  await anna.went(stood);
  // It lies on the stage; or it has been outdone at once by another's counteroffer, and the log tells of it.
  const staged = side.locator(`[data-card="${slug}"]`);
  await expect.poll(async () => (await staged.count()) + (await told.count())).toBeGreaterThan(before);
});

test("New Angeles in the rulebook: an android is carried to another district", async ({ anna }) => {
  const { page } = anna;
  await anna.open("/rules/new_angeles#NA-ACT.labor_solutions");
  const player = page.locator('[id="NA-ACT.labor_solutions"] .player').first();
  const fleet = player.locator(".fleet.lifts");
  await expect(fleet).toHaveCount(2);
  const android = fleet.first();
  const board = player.locator("svg.city");
  await board.scrollIntoViewIfNeeded();
  const from = await middle(android);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 4, { steps: 4 });
  await expect(page.locator(".lifted")).toBeVisible();
  const goal = board.locator('.can[data-move="move 1 3"]');
  const to = await middle(goal);
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(goal).toHaveClass(/drop-over/);
  await page.mouse.up();
  await expect(player.locator('[data-token="android 3"]')).toHaveCount(1);
});

test("20th Century: a tile is carried from the tray to the map and from the hand to a cell", async ({ anna }) => {
  await anna.sit("twentieth_century");
  const { page } = anna;
  // Otherwise the server may answer a question with one answer while the tile is in the hand.
  await anna.ask("POST", `/tables/${page.url().split("/").pop()}/auto`, { on: false });
  const tile = page.locator("main .tray .tile").filter({ has: page.locator('.can[data-move^="lay "]') });
  const turn = page.locator("main .turn.lifts").nth(1);
  await until(anna, tile.or(turn), dice(2));
  const map = page.locator('main svg[data-drop~="lay"]');
  if (await tile.count()) {
    const asked = await anna.stand();
    await carry(anna, tile.first(), map);
    await page.mouse.up();
    await anna.went(asked);
    // Waiting garbage may have to be put somewhere first.
    await until(anna, turn, dice(2));
  }
  const lay = page.getByRole("button", { name: "Lay it here" });
  // The others play at the same time; only the number of planned steps is Anna's alone.
  const planned = async (): Promise<string | undefined> => (await anna.stand())?.split(".")[1];
  const before = await planned();
  await carry(anna, turn, page.locator("main .cell").last(), map);
  await page.mouse.up();
  await expect(page.locator("main .turn").nth(1)).toHaveClass(/\bon\b/);
  await expect(lay).toBeEnabled();
  expect(await planned(), "held over the cell, not laid yet").toBe(before);
  await lay.click();
  await expect.poll(planned).not.toBe(before);
});
