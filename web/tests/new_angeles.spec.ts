/** New Angeles on its own board: districts, cards and offers clicked where they lie; a trade and a promise between two people. */
import { dice, expect, test, type Person } from "./fixtures";

/** Everything lit in a part of the page that answers the question asked. */
const lit = (person: Person, part: string) => person.page.locator(`${part} .can[data-move]`);

/** One click on the board or on what is mine where something is lit there, else in the decision bar. */
async function click(person: Person, choose: (count: number) => number): Promise<"board" | "bar" | null> {
  if (!(await person.asked())) return null;
  const frame = person.page.locator(".frame");
  const before = (await frame.getAttribute("data-step")) ?? "";
  let where: "board" | "bar" = "bar";
  if (await person.confirm.count()) await person.confirm.first().click();
  else {
    const answers = new Set(
      await person.options.evaluateAll((all) => all.map((b) => b.getAttribute("data-move") ?? "")),
    );
    const shown = await lit(person, "main").evaluateAll((all) => all.map((e) => e.getAttribute("data-move") ?? ""));
    const found = shown.map((move, i) => ({ move, i })).filter(({ move }) => answers.has(move));
    if (found.length) {
      where = "board";
      await lit(person, "main").nth(found[choose(found.length)]!.i).click();
      // A place that stands for several moves asks which one is meant.
      const offered = person.page.getByRole("dialog", { name: "Choose" }).getByRole("button");
      await expect(async () => {
        if (await offered.count()) await offered.first().click({ timeout: 1000 });
        expect(await frame.getAttribute("data-step")).not.toBe(before);
      }).toPass({ timeout: 20_000, intervals: [20, 50, 100] });
    } else await person.take(person.options.nth(choose(await person.options.count())));
  }
  await expect(frame).not.toHaveAttribute("data-step", before);
  return where;
}

test("a whole game of New Angeles on its board", async ({ anna }) => {
  test.setTimeout(240_000);
  // A finished turn is sent without asking.
  await anna.context.addInitScript(() =>
    localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], quick: true })),
  );
  const id = await anna.sit("new_angeles");
  const choose = dice(7);
  const clicks = { board: 0, bar: 0 };
  let faults: string[] = [];
  for (let where; (where = await click(anna, choose));) {
    clicks[where] += 1;
    if (clicks.board === 12) faults = await anna.faults();
  }
  expect(faults).toEqual([]);
  expect(clicks.board).toBeGreaterThan(20);
  await expect(anna.page.getByRole("dialog", { name: "Result" })).toBeVisible();
  const record = await anna.ask<string>("GET", `/tables/${id}/record`);
  expect(await anna.wire.check(record, 0)).toMatch(/^\d+ views/);
});

test("a trade and a promise in New Angeles", async ({ anna, arrive }) => {
  test.setTimeout(180_000);
  const boris = await arrive();
  const { invites, id } = await host(anna);
  await boris.open();
  await boris.ask("POST", "/session", { name: "Boris" });
  await boris.ask("POST", `/tables/${id}/join`, { invite: invites[0] });
  await boris.open(`/t/${id}`);
  const people = [anna, boris];
  const choose = dice(3);
  // Set-up, until the first turn opens the window for trades.
  const partner = anna.page.getByRole("group", { name: "Trade with" }).getByRole("button", { name: "Boris" });
  await expect(async () => {
    for (const person of people)
      if ((await person.confirm.count()) || (await person.options.count())) await click(person, choose);
    expect(await partner.count()).toBe(1);
  }).toPass({ timeout: 90_000, intervals: [100] });

  const capital = async (person: Person): Promise<number> =>
    Number(await person.page.locator(".status .own b").innerText());
  const before = [await capital(anna), await capital(boris)];
  await partner.click();
  const gives = anna.page.getByRole("group", { name: "I give" });
  await gives.getByRole("button", { name: "More", exact: true }).click();
  await expect(gives.locator("output")).toHaveText("1");
  await gives.getByRole("button", { name: "More", exact: true }).click();
  await expect(gives.locator("output")).toHaveText("2");
  await gives.getByRole("button", { name: "Less", exact: true }).click();
  await expect(gives.locator("output")).toHaveText("1");
  await gives.getByRole("button", { name: "More", exact: true }).click();
  const asks = anna.page.getByRole("group", { name: /I ask of Boris/ });
  await asks.getByRole("button", { name: "More", exact: true }).click();
  await expect(asks.locator("output")).toHaveText("1");
  // A sum taken out again leaves the rest of the draft as it was.
  await asks.getByRole("button", { name: "Less", exact: true }).click();
  await expect(asks.locator("output")).toHaveText("0");
  await expect(gives.locator("output")).toHaveText("2");
  await asks.getByRole("button", { name: "More", exact: true }).click();
  await expect(anna.page.getByText("Draft for Boris: I give 2 capital, I ask 1 capital.")).toBeVisible();
  // The draft is Anna's alone.
  expect(boris.wire.texts.join("")).not.toContain('"draft":{"with"');
  await anna.page.getByRole("button", { name: "Propose", exact: true }).click();
  const proposal = boris.page.getByText("Anna offers Boris: 2 capital for 1 capital");
  await expect(proposal).toBeVisible();
  expect(await boris.faults()).toEqual([]);
  await boris.page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(proposal).toHaveCount(0);
  await expect.poll(() => capital(anna)).toBe(before[0]! - 1);
  await expect.poll(() => capital(boris)).toBe(before[1]! + 1);

  const desk = boris.page.getByRole("region", { name: "Promise", exact: true });
  await desk.getByLabel("To").selectOption("Anna");
  await desk.getByLabel("What").selectOption("capital");
  await desk.getByRole("spinbutton", { name: "Capital" }).fill("3");
  await desk.getByLabel("When").selectOption("in the next deal");
  await desk.getByRole("button", { name: "Promise" }).click();
  const ledger = anna.page.getByRole("region", { name: "Promises" });
  await expect(ledger.getByRole("listitem")).toContainText("to pay 3 capital");
  await expect(ledger.getByRole("listitem")).toContainText("open");
  expect(await anna.faults()).toEqual([]);
});

async function host(person: Person): Promise<{ id: string; invites: string[] }> {
  await person.open();
  await person.ask("POST", "/session", { name: "Anna" });
  const seats = ["me", "open", "bot:easy", "bot:easy"];
  const made = await person.ask<{ id: string; invites: string[] }>("POST", "/tables", {
    game: "new_angeles",
    players: 4,
    seats,
    options: { corporations: "fixed" },
  });
  await person.open(`/t/${made.id}`);
  return made;
}
