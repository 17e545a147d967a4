/** The next turn, prepared while others think. */
import { expect, test, type Person } from "./fixtures";

test.setTimeout(60_000);

interface Two {
  id: string;
  /** Who is asked, and who waits. */
  asked: Person;
  waits: Person;
}

async function two(anna: Person, boris: Person): Promise<Two> {
  await anna.open();
  await anna.ask("POST", "/session", { name: "Anna" });
  await boris.open();
  await boris.ask("POST", "/session", { name: "Boris" });
  const body = { game: "rise", players: 2, seats: ["me", "open"] };
  const { id, invites } = await anna.ask<{ id: string; invites: string[] }>("POST", "/tables", body);
  await boris.ask("POST", `/tables/${id}/join`, { invite: invites[0] });
  await Promise.all([anna.open(`/t/${id}`), boris.open(`/t/${id}`)]);
  const first = await anna.ask<{ view: { decision: unknown } }>("GET", `/tables/${id}`);
  return first.view.decision ? { id, asked: anna, waits: boris } : { id, asked: boris, waits: anna };
}

const told = async (person: Person, id: string): Promise<{ prepared: string[]; dropped: string | null }> =>
  (await person.ask<{ left: { prepared: string[]; dropped: string | null } }>("GET", `/tables/${id}`)).left;

/** Plan steps until the turn is whole, or as many as wanted. */
async function plan(person: Person, steps: number): Promise<void> {
  const leave = person.bar.getByRole("button", { name: "Prepare this turn" });
  await expect(person.options.first()).toBeVisible();
  for (let i = 0; i < steps && (await person.options.count()); i++) {
    const before = await person.stand();
    // The other takes what comes first: the last is still there then.
    await person.take(person.options.last());
    await person.went(before);
    await expect(leave).toBeEnabled();
  }
}

/** Play the first thing that is offered until it is somebody else's turn. */
async function finish(person: Person): Promise<void> {
  await expect(async () => {
    if (await person.bar.getByText("Waiting for").count()) return;
    await person.step(() => 0);
    await expect(person.bar).toContainText("Waiting for", { timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

for (const phone of [false, true]) {
  test(`a turn is prepared and played when it comes${phone ? ", by phone" : ""}`, async ({ arrive }) => {
    const viewport = phone ? { viewport: { width: 390, height: 844 }, hasTouch: true } : {};
    const { id, asked, waits } = await two(await arrive(viewport), await arrive(viewport));
    const begin = waits.bar.getByRole("button", { name: "Plan my turn" });
    await begin.click();
    const ply = await waits.stand("ply");
    await expect(waits.bar).toContainText("This is only a plan");
    await expect(asked.bar.getByRole("button", { name: "Plan my turn" })).toHaveCount(0);
    await plan(waits, 3);
    await waits.bar.getByRole("button", { name: "One step back" }).click();
    await plan(waits, 1);
    expect(await waits.sideways()).toBe(false);
    expect(await waits.faults()).toEqual([]);
    await expect(waits.bar.getByRole("button", { name: "Prepare this turn" })).toBeInViewport({ ratio: 1 });
    await waits.bar.getByRole("button", { name: "Prepare this turn" }).click();

    const line = waits.bar.getByText("Your next turn is prepared");
    await expect(line).toBeVisible();
    expect(await waits.stand("ply")).toBe(ply);
    const { prepared } = await told(waits, id);
    expect(prepared.length).toBeGreaterThan(0);
    expect((await told(asked, id)).prepared).toEqual([]);
    // It can be looked at, withdrawn and left again.
    await waits.bar.getByRole("button", { name: "Look at it" }).click();
    await expect(waits.bar.getByRole("button", { name: "Prepare this turn" })).toBeVisible();
    await waits.bar.getByRole("button", { name: "Back to the table" }).click();
    await waits.bar.getByRole("button", { name: "Withdraw" }).click();
    await expect(line).toHaveCount(0);
    expect((await told(waits, id)).prepared).toEqual([]);
    await begin.click();
    await plan(waits, prepared.length);
    await waits.bar.getByRole("button", { name: "Prepare this turn" }).click();
    await expect(line).toBeVisible();

    await finish(asked);
    await expect(line).toHaveCount(0);
    const record = await waits.ask<string>("GET", `/tables/${id}/record`);
    const played = record.split("moves\n")[1]!.trim().split("\n");
    const seat = (await waits.ask<{ seat: number }>("GET", `/tables/${id}`)).seat;
    expect(played.filter((move) => move.startsWith(`${seat} `)).slice(0, prepared.length)).toEqual(
      prepared.map((move) => `${seat} ${move}`),
    );
  });
}

test("what was planned and not left with the server is the tentative turn when it comes", async ({ arrive }) => {
  const { id, asked, waits } = await two(await arrive(), await arrive());
  await waits.bar.getByRole("button", { name: "Plan my turn" }).click();
  await plan(waits, 1);
  await finish(asked);
  await expect(waits.bar.getByText("This is only a plan")).toHaveCount(0);
  await expect(waits.bar.getByRole("button", { name: "One step back" })).toBeVisible();
  // Nothing of it was sent.
  const { seat } = await waits.ask<{ seat: number }>("GET", `/tables/${id}`);
  const record = await waits.ask<string>("GET", `/tables/${id}/record`);
  expect(record).not.toContain(`\n${seat} `);
  expect(await told(waits, id)).toEqual({
    standing: false,
    auto: true,
    orders: { event: false, exchange: false },
    prepared: [],
    dropped: null,
  });
});

test("a prepared turn that is no longer legal is dropped, and why is said, also after coming back", async ({
  arrive,
}) => {
  const { id, asked, waits } = await two(await arrive(), await arrive());
  await waits.ask("POST", `/tables/${id}/prepare`, { moves: ["pay"] });
  await waits.page.reload();
  await expect(waits.bar.getByText("Your next turn is prepared: 1 step.")).toBeVisible();
  await finish(asked);
  const notice = waits.page.locator(".notices p");
  await expect(notice).toContainText("Your prepared turn stopped");
  const { problem } = await waits.ask<{ problem: { rule: string } }>("POST", `/tables/${id}/why`, { move: "pay" });
  await expect(notice.locator(`a[href*="${problem.rule}"]`)).toBeVisible();
  await waits.page.reload();
  await expect(notice.locator(`a[href*="${problem.rule}"]`)).toBeVisible();
  await notice.getByRole("button", { name: "Good" }).click();
  await expect(notice).toHaveCount(0);
  expect((await told(waits, id)).dropped).toBeNull();
});
