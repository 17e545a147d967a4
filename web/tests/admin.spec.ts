/** Administrators and players at real browsers: a report, its answer, the log that both read, a code for a closed server. */
import { execFileSync } from "node:child_process";
import { expect, test, type Person } from "./fixtures";
import { ENV, PYTHON } from "./server";

async function administrator(arrive: () => Promise<Person>, db: string): Promise<Person> {
  const root = await arrive();
  await root.open("/me");
  await root.ask("POST", "/session", { name: "Root" });
  await root.ask("POST", "/account", { account: "root", password: "correct horse" });
  execFileSync(PYTHON, ["-m", "tafelrunde.cli.main", "admin", "grant", "root", "--db", db], { env: ENV });
  return root;
}

test("a player reports another; an administrator mutes, answers and closes the server", async ({ arrive, server }) => {
  const root = await administrator(arrive, server.db);
  const anna = await arrive();
  const id = await anna.sit("rise", ["me", "open"]);
  const { invites } = await anna.ask<{ invites: string[] }>("POST", `/tables/${id}/invites`);
  const mallory = await arrive();
  await mallory.open();
  await mallory.ask("POST", "/session", { name: "Mallory" });
  await mallory.ask("POST", `/tables/${id}/join`, { invite: invites[0] });
  await mallory.ask("POST", `/tables/${id}/chat`, { text: "a rude line" });

  await anna.open(`/report/${id}`);
  await anna.page.getByLabel("Mallory").check();
  await anna.page.getByLabel("What happened").fill("look at the chat");
  await anna.page.getByRole("button", { name: "Send the report" }).click();
  await expect(anna.page.getByText("Your report was sent.")).toBeVisible();
  expect(await anna.faults()).toEqual([]);

  await root.open("/admin");
  await root.page.getByRole("button", { name: "Chat" }).click();
  await expect(root.page.getByText("a rude line")).toBeVisible();
  await root.page.getByLabel("Answer to the person who reported").fill("muted for a week");
  await root.page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(root.page.getByText("There is nothing here.")).toBeVisible();
  await root.page.getByRole("link", { name: "People" }).click();
  await root.page.getByLabel("Name, account or id").fill("Mallory");
  await root.page.getByRole("button", { name: "Search" }).click();
  await expect(root.page.getByRole("listitem")).toHaveCount(1);
  expect(await root.faults()).toEqual([]);
  await root.page.getByRole("button", { name: "Mute" }).click();
  await root.page.getByLabel("Reason").fill("rude");
  await root.page.getByRole("dialog").getByRole("button", { name: "Mute" }).click();
  await expect(root.page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await root.page.getByRole("link", { name: "Server" }).click();
  await root.page.getByRole("switch", { name: "Closed" }).click();
  await root.page.getByRole("button", { name: "New code" }).click();
  const link = await root.page.locator(".link").innerText();
  expect(await root.faults()).toEqual([]);

  await anna.page.reload();
  await expect(anna.page.getByText("muted for a week")).toBeVisible();
  await mallory.open("/me");
  await expect(mallory.page.getByText("1 Muted").or(mallory.page.getByText("Muted", { exact: true }))).toBeVisible();
  const eve = await arrive();
  await eve.open(new URL(link).pathname + new URL(link).hash);
  await eve.page.getByLabel("Your name").fill("Eve");
  await eve.page.getByRole("button", { name: "Enter" }).click();
  await expect(eve.page.getByRole("link", { name: "Eve" })).toBeVisible();
  for (const [person, path] of [
    [root, "/admin#server"],
    [root, "/admin#people"],
    [anna, `/report/${id}`],
  ] as const) {
    await person.page.setViewportSize({ width: 390, height: 844 });
    await person.open(path);
    await expect(person.page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await person.sideways(), path).toBe(false);
  }
  await root.ask("POST", "/admin/registration", { closed: false });
});

test("a player's page: private, published, with ratings and what was won with", async ({ arrive, server }) => {
  const anna = await arrive();
  await anna.open("/player");
  await expect(anna.page.getByText("No finished games yet.")).toBeVisible();
  await anna.ask("POST", "/account", { account: "rated", password: "correct horse" });
  const { id } = await anna.ask<{ id: string }>("GET", "/session");
  // Games that were played long ago: rows as the server itself writes them (tests/server/test_players.py plays real ones).
  const insert = `
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
for i in range(30):
    row = (f"old{i}", 0, sys.argv[2], sys.argv[2], "fifty_first_state", 1.7e9 + i * 86400, 3, i % 3 == 0, 1, 20 + i,
           '{"faction": "appalachian_federation"}', 1, 25 + i % 7 - 2, 8.3 - i / 6)
    c.execute("INSERT INTO results VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", row)
c.commit()`;
  execFileSync(PYTHON, ["-c", insert, server.db.replace("sqlite:///", ""), id]);
  await anna.page.reload();
  await expect(anna.page.getByText("30 games, 10 won")).toBeVisible();
  await expect(anna.page.getByRole("cell", { name: "Appalachian Federation" })).toBeVisible();
  await anna.page.getByRole("switch", { name: "Publish this page" }).click();
  await expect(anna.page.getByRole("switch", { name: "Publish this page" })).toBeChecked();
  const { page } = await anna.ask<{ page: string }>("GET", "/me/player");
  expect(await anna.faults()).toEqual([]);
  const eve = await arrive({ viewport: { width: 390, height: 844 } });
  await eve.open(`/player/${page}`);
  await expect(eve.page.getByText("30 games, 10 won")).toBeVisible();
  expect(await eve.sideways()).toBe(false);
  expect(await eve.faults()).toEqual([]);
  if (process.env.TAFELRUNDE_LOOK) {
    await eve.page.screenshot({ path: `${process.env.TAFELRUNDE_LOOK}/player-390.png` });
    await anna.page.setViewportSize({ width: 1280, height: 720 });
    await anna.page.screenshot({ path: `${process.env.TAFELRUNDE_LOOK}/player-1280.png` });
  }
});
