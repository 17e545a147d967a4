/** Home and table creation: the strength of bots, open tables with what was agreed, names, free seats, a short form. */
import { expect as soon, GAMES, test } from "./fixtures";

const expect = soon.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 120_000 });
const SIZES = [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const;

test("home says what is open and how strong the bots are", async ({ arrive }) => {
  const [anna, ben] = [await arrive(), await arrive()];
  await anna.open();
  await anna.ask("POST", "/session", { name: "Anna" });
  const options = { deck: "base_winter" };
  await anna.ask("POST", "/tables", {
    game: "fifty_first_state", players: 2, seats: ["me", "open"], options, public: true,
    pace: { mode: "day", seconds: 86_400 },
  }); // prettier-ignore
  await ben.open();
  const lobby = ben.page.getByRole("region", { name: "Open tables" });
  await expect(lobby.getByText(/Cards: base cards and Winter/)).toBeVisible();
  const covers = ben.page.locator(".covers");
  expect((await lobby.boundingBox())!.y).toBeLessThan((await covers.boundingBox())!.y);
  await covers.getByLabel("Strength of the bots").first().selectOption("normal");
  for (const [width, height] of SIZES) {
    await ben.page.setViewportSize({ width, height });
    expect(await ben.sideways()).toBe(false);
    if (process.env.LOOK) await ben.page.screenshot({ path: `${process.env.LOOK}/home-${width}.png`, fullPage: true });
  }
  expect(await ben.violations()).toEqual([]);
  await ben.page.getByRole("button", { name: "Play now" }).first().click();
  await expect(ben.page.locator("[data-step]")).toBeVisible();
  const id = new URL(ben.page.url()).pathname.split("/").pop()!;
  const { table } = await ben.ask<{ table: { seats: { kind: string }[] } }>("GET", `/tables/${id}`);
  expect(new Set(table.seats.slice(1).map(({ kind }) => kind))).toEqual(new Set(["bot:normal"]));
  await ben.open();
  await expect(ben.page.getByRole("region", { name: "My tables" }).getByText(/^with /)).toBeVisible();
});

for (const game of GAMES) {
  test(`the form for a table of ${game} is short, and its button always in view`, async ({ anna }) => {
    await anna.open(`/new/${game}`);
    const create = anna.page.getByRole("button", { name: "Create the table" });
    for (const [width, height] of SIZES) {
      await anna.page.setViewportSize({ width, height });
      await expect(create).toBeInViewport();
      expect(await anna.sideways()).toBe(false);
      if (process.env.LOOK) await anna.page.screenshot({ path: `${process.env.LOOK}/new-${game}-${width}.png` });
    }
    expect(await anna.page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThan(1.4);
    for (const more of await anna.page.locator("details > summary").all()) await more.click();
    await expect(create).toBeInViewport();
    expect(await anna.violations()).toEqual([]);
    if (process.env.LOOK)
      await anna.page.screenshot({ path: `${process.env.LOOK}/new-${game}-open.png`, fullPage: true });
  });
}

test("people at one screen have names, and the host lets a bot take a free seat", async ({ anna }) => {
  await anna.open("/new/rise");
  await anna.page.getByLabel("Name at seat 1").fill("Anna");
  await anna.page.getByLabel("Seat 2", { exact: true }).selectOption("me");
  await anna.page.getByLabel("Name at seat 2").fill("Bert");
  await anna.page.getByRole("button", { name: "Create the table" }).click();
  await anna.page.getByRole("link", { name: "To the table" }).click();
  const id = new URL(anna.page.url()).pathname.split("/").pop()!;
  const told = await anna.ask<{ table: { seats: { name: string }[] } }>("GET", `/tables/${id}/about`);
  expect(told.table.seats.slice(0, 2).map(({ name }) => name)).toEqual(["Anna", "Bert"]);
  await anna.page.getByRole("button", { name: /^I am/ }).click();
  await anna.page.getByRole("button", { name: "Add a bot" }).click();
  await expect(anna.page.getByRole("button", { name: "Add a bot" })).toBeHidden();
});
