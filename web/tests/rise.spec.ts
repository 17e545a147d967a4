/** RISE on its board: what is lit there is enough to play a whole game; only passing happens in the decision bar. */
import { dice, expect, test, type Person } from "./fixtures";

/** Moves that are offered beside every question and would only prolong the game. */
const ASIDE = /^(exchange|leave)\b/;

/** One click on the board or in front of the player; returns the move, or nothing when the game is over. */
async function touch(person: Person, choose: (count: number) => number): Promise<string | null> {
  if (!(await person.asked())) return null;
  const frame = person.page.locator(".frame");
  const before = (await frame.getAttribute("data-step")) ?? "";
  let move = "confirm";
  if (await person.confirm.count()) await person.confirm.first().click();
  else {
    const lit = await person.page
      .locator("main .can:visible")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-move") ?? ""));
    const moves = [...new Set(lit.filter((found) => !ASIDE.test(found)))];
    move = moves[choose(moves.length)] ?? "pass";
    const where = moves.length ? person.page.locator("main") : person.bar;
    await where.locator(`.can[data-move="${move}"]:visible, .go[data-move="${move}"]`).first().click();
    // A place that stands for several moves asks which one is meant.
    const choice = person.page.getByRole("dialog").getByRole("button");
    if (move.startsWith("trade") && (await choice.count())) await choice.first().click();
  }
  await expect(frame).not.toHaveAttribute("data-step", before);
  return move;
}

test("a whole game of RISE by touching the board", async ({ anna }) => {
  test.setTimeout(600_000);
  // Finished turns are sent without asking; the other tests confirm theirs.
  await anna.context.addInitScript(() =>
    localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], quick: true })),
  );
  const id = await anna.sit("rise", undefined, { options: { sides: "ABABBABABB" } });
  const choose = dice(7);
  const made = new Set<string>();
  for (let move = await touch(anna, choose); move !== null; move = await touch(anna, choose)) {
    made.add(move.split(" ")[0]!);
    if (made.size === 3) expect(await anna.faults()).toEqual([]);
  }
  for (const verb of ["place", "upper", "lower", "step", "run", "choose"]) expect([...made]).toContain(verb);
  await expect(anna.page.getByRole("dialog", { name: "Result" })).toBeVisible();
  const record = await anna.ask<string>("GET", `/tables/${id}/record`);
  expect(await anna.wire.check(record, 0)).toMatch(/^\d+ views/);
});

test("RISE on a phone: streets unfold where something is asked, nothing runs off the side", async ({ arrive }) => {
  test.setTimeout(120_000);
  const ben = await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await ben.sit("rise");
  const choose = dice(3);
  let steps = 0;
  for (let i = 0; i < 70 && steps < 5; i++) {
    const asks = await ben.page.locator('main .can[data-move^="step "]:visible').count();
    if (asks) await expect(ben.page.locator(".street.open").first()).toBeVisible();
    if ((await touch(ben, choose))?.startsWith("step ")) steps += 1;
    expect(await ben.sideways()).toBe(false);
  }
  expect(steps).toBe(5);
  expect(await ben.faults()).toEqual([]);
});

test("RISE: a move looked at shows its way on the track before it is made", async ({ anna }) => {
  await anna.sit("rise");
  const choose = dice(5);
  const field = anna.page.locator('main .can[data-move^="step "]').first();
  for (let i = 0; i < 30 && !(await field.count()); i++) await touch(anna, choose);
  await field.hover();
  await expect(anna.page.locator(".thread").first()).toBeVisible();
  await expect(anna.page.locator("svg.track .ghost").first()).toBeAttached();
  await anna.page.mouse.move(5, 5);
  await expect(anna.page.locator(".thread")).toHaveCount(0);
});
