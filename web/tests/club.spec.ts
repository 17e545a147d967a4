/** A club at real browsers: an invitation, a league, its draw, a withdrawal. */
import { expect, test, type Person } from "./fixtures";

test("people found a club, begin a league and see the tables of the first round", async ({ arrive }) => {
  const enter = async (name: string): Promise<Person> => {
    const person = await arrive(name === "Cleo" ? { viewport: { width: 390, height: 844 } } : {});
    await person.open("/clubs");
    await person.ask("POST", "/session", { name });
    await person.ask("POST", "/account", { account: name.toLowerCase(), password: "correct horse" });
    await person.page.reload();
    return person;
  };
  const [anna, bert, cleo] = [await enter("Anna"), await enter("Bert"), await enter("Cleo")];
  await anna.page.getByLabel("Name of the club").fill("The Tuesday club");
  await anna.page.getByRole("button", { name: "Create" }).click();
  await expect(anna.page.getByRole("heading", { level: 1, name: "The Tuesday club" })).toBeVisible();
  const club = new URL(anna.page.url()).pathname;
  const { path } = await anna.ask<{ path: string }>("POST", `/clubs/${club.split("/")[2]}/invite`);
  for (const person of [bert, cleo]) {
    await person.open(path);
    await person.page.getByRole("button", { name: "Become a member" }).click();
    await expect(person.page.getByText("leads the club")).toBeVisible();
  }
  await anna.page.getByLabel("Title").fill("Autumn");
  await anna.page.getByLabel("Seats at a table").selectOption("3");
  await anna.page.getByRole("button", { name: "Create" }).click();
  await expect(anna.page.getByRole("heading", { level: 1, name: "Autumn" })).toBeVisible();
  const league = new URL(anna.page.url()).pathname;
  for (const person of [anna, bert, cleo]) {
    await person.open(league);
    await person.page.getByRole("button", { name: "Take part" }).click();
    await expect(person.page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  }
  await anna.page.getByRole("button", { name: "Draw the first round" }).click();
  await expect(anna.page.getByRole("heading", { name: "Round 1 of 4" })).toBeVisible();
  await bert.page.reload();
  bert.page.on("dialog", (dialog) => void dialog.accept());
  await bert.page.getByRole("button", { name: "Withdraw" }).click();
  await expect(bert.page.getByText("a bot took over")).toBeVisible();
  await anna.page.reload();
  await anna.page.getByRole("button", { name: "Calendar of due dates" }).click();
  await expect(anna.page.getByText("Subscribe to this address")).toBeVisible();
  expect(await anna.faults()).toEqual([]);
  await cleo.open(league);
  await expect(cleo.page.getByRole("heading", { name: "Standings" })).toBeVisible();
  expect(await cleo.sideways()).toBe(false);
  expect(await cleo.faults()).toEqual([]);
  if (process.env.TAFELRUNDE_LOOK) {
    await cleo.page.screenshot({ path: `${process.env.TAFELRUNDE_LOOK}/league-390.png` });
    await anna.page.screenshot({ path: `${process.env.TAFELRUNDE_LOOK}/league-1280.png` });
    await anna.open(club);
    await expect(anna.page.getByRole("heading", { name: "Members" })).toBeVisible();
    await anna.page.screenshot({ path: `${process.env.TAFELRUNDE_LOOK}/club-1280.png` });
  }
  await cleo.open(club);
  await expect(cleo.page.getByText("The Tuesday club")).toBeVisible();
  expect(await cleo.sideways()).toBe(false);
  await cleo.open("/clubs");
  await expect(cleo.page.getByText("The Tuesday club")).toBeVisible();
});
