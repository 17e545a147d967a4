/** 51st State on its own table: cards used by their edges, locations, deals, faction rows and tokens clicked where they lie. */
import { dice, expect, test, type Person } from "./fixtures";

/** What is lit on the table, in the hand and at the others; not the buttons of the decision bar. */
const lit = (person: Person) => person.page.locator("main .can[data-move]:visible, .people .can[data-move]:visible");

/** Some of everything; the bot plays on after a pass and brings the end nearer. */
const WEIGHT: Record<string, number> = { build: 8, rebuild: 8, activate: 8, deal: 5, raze: 5, draft: 3, pass: 5 };
const verb = (move: string): string => move.split(" ")[0] ?? "";

function weighted(moves: string[], choose: (count: number) => number): number {
  const marks = moves.map((move) => WEIGHT[verb(move)] ?? 2);
  let left = (choose(10_000) / 10_000) * marks.reduce((sum, n) => sum + n, 0);
  const found = marks.findIndex((n) => (left -= n) < 0);
  return found < 0 ? moves.length - 1 : found;
}

/** One click on something lit; the bar is used only to confirm, and where a thing stands for several moves. */
async function click(person: Person, choose: (count: number) => number): Promise<string | null> {
  if (!(await person.asked())) return null;
  const frame = person.page.locator(".frame");
  const before = (await frame.getAttribute("data-step")) ?? "";
  if (await person.confirm.count()) {
    await person.confirm.first().click();
    await expect(frame).not.toHaveAttribute("data-step", before);
    return "confirm";
  }
  const moves = await lit(person).evaluateAll((all) => all.map((e) => e.getAttribute("data-move") ?? ""));
  expect(moves, "every question can be answered on the table").not.toEqual([]);
  const move = moves[weighted(moves, choose)]!;
  await lit(person)
    .and(person.page.locator(`[data-move="${move}"]`))
    .first()
    .click();
  const offered = person.page.locator('[role="dialog"] button[data-move]');
  await expect(async () => {
    const asks = await offered.count();
    if (asks) await offered.nth(choose(asks)).click();
    expect(await frame.getAttribute("data-step")).not.toBe(before);
  }).toPass({ intervals: [20, 50, 100], timeout: 10_000 });
  return verb(move);
}

/** A turn sends itself, so that a test is not twice as long. */
async function quick(person: Person): Promise<void> {
  await person.context.addInitScript(() =>
    localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], quick: true })),
  );
}

/** Play on until the own turn in the action phase. */
async function toTurn(person: Person, choose: (count: number) => number): Promise<void> {
  const pass = person.page.locator('main [data-move="pass"]');
  for (let i = 0; i < 30 && !(await pass.count()); i++) await click(person, choose);
  await expect(pass).toBeVisible();
}

test("a whole game of 51st State on its table", async ({ anna }) => {
  test.setTimeout(480_000);
  await quick(anna);
  const id = await anna.sit("fifty_first_state");
  const choose = dice(11);
  const made: Record<string, number> = {};
  let faults: string[] = [];
  for (let done; (done = await click(anna, choose));) {
    made[done] = (made[done] ?? 0) + 1;
    if (made["build"] === 3) faults = [...faults, ...(await anna.faults())];
  }
  expect(faults).toEqual([]);
  expect(made["confirm"] ?? 0, "nothing had to be confirmed").toBe(0);
  for (const kind of ["discard", "draft", "build", "faction", "pass"]) expect(made[kind] ?? 0, kind).toBeGreaterThan(0);
  await expect(anna.page.getByRole("dialog", { name: "Result" })).toBeVisible();
  const record = await anna.ask<string>("GET", `/tables/${id}/record`);
  expect(await anna.wire.check(record, 0)).toMatch(/^\d+ views/);
});

test("a card shows what each use costs, what it would set off and why not", async ({ anna }) => {
  test.setTimeout(240_000);
  await quick(anna);
  await anna.sit("fifty_first_state");
  const choose = dice(5);
  await toTurn(anna, choose);
  // One grey contact of the faction board builds a card at distance 1; play on until there is one.
  const build = anna.page.locator('main .edge.can[data-move^="build "]');
  for (let i = 0; i < 60 && !(await build.count()); i++) await click(anna, choose);
  const edge = build.first();
  const card = ((await edge.getAttribute("data-move")) ?? "").slice("build ".length);
  await edge.hover();
  await expect(anna.page.locator("main .tile.ghost")).toHaveCount(1);
  await expect(anna.page.locator("main .cell .delta.minus").first()).toBeVisible();
  await anna.page.mouse.move(0, 0);
  await expect(anna.page.locator("main .tile.ghost")).toHaveCount(0);

  const greyed = anna.page.locator("main .edge.cannot").first();
  await greyed.click({ force: true }); // greyed, and still it answers
  await expect(anna.page.getByRole("alert").or(anna.page.getByRole("dialog")).first()).toContainText("51S-");
  await anna.page.keyboard.press("Escape");

  // The same card by keyboard alone.
  await edge.focus();
  await anna.page.keyboard.press("Enter");
  await expect(anna.page.locator("main .tile:not(.ghost)").first()).toBeVisible();
  await expect(anna.page.locator(`main .edge[data-move="build ${card}"]`)).toHaveCount(0);
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`a card that a bot takes from the row flies to its seat (motion: ${reducedMotion})`, async ({ arrive }) => {
    const anna = await arrive({ reducedMotion });
    await anna.sit("fifty_first_state", ["me", "bot:easy", "bot:easy", "bot:easy"]);
    await anna.asked();
    await anna.page.evaluate(() => {
      const flown: string[] = [];
      Object.assign(window, { flown });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLElement && node.matches(".flies")) flown.push(node.dataset["thing"]!);
      }).observe(document.querySelector(".frame")!, { childList: true });
    });
    const taken = anna.page.getByRole("log").getByText(/ takes /);
    const before = await taken.count();
    while ((await taken.count()) < before + 5) {
      await anna.step(() => 0);
      await anna.page.waitForTimeout(1500);
    }
    const flown = await anna.page.evaluate(() => (window as unknown as { flown: string[] }).flown);
    if (reducedMotion === "reduce") expect(flown).toEqual([]);
    else expect(flown.length).toBeGreaterThan(0);
    await expect(anna.page.locator(".flies")).toHaveCount(0);
  });
}

test("51st State on a phone", async ({ arrive }) => {
  test.setTimeout(240_000);
  const anna = await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await quick(anna);
  await anna.sit("fifty_first_state", ["me", "bot:easy", "bot:easy", "bot:easy"]);
  const choose = dice(2);
  for (let i = 0; i < 12; i++) await anna.step(choose);
  for (const tab of ["board", "mine", "others"]) {
    await anna.page.locator(`#tab-${tab}`).click();
    expect(await anna.sideways(), tab).toBe(false);
    expect(await anna.faults(), tab).toEqual([]);
    const small = await anna.page.locator("main .can:visible").evaluateAll((all) =>
      all
        .map((e) => [e.getAttribute("data-move"), e.getBoundingClientRect()] as const)
        .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
        .map(([move]) => move),
    );
    expect(small, `${tab}: room for a thumb`).toEqual([]);
  }
});
