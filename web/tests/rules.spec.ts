/** A table of other rules: nobody plays on unasked, and everybody has to agree. */
import { expect, Person, test } from "./fixtures";
import { Server } from "./server";

test("players of a table of other rules are asked, and continue when all agree", async ({ browser }) => {
  test.setTimeout(120_000);
  let server = await Server.start();
  const contexts = [await browser.newContext(), await browser.newContext()];
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  const people = (): Person[] => pages.map((page, i) => new Person(page, contexts[i]!, server.url));
  try {
    let [anna, boris] = people() as [Person, Person];
    await anna.open();
    await anna.ask("POST", "/session", { name: "Anna" });
    const made = await anna.ask<{ id: string; invites: string[] }>("POST", "/tables", {
      game: "rise",
      players: 2,
      seats: ["me", "open"],
    });
    await boris.open();
    await boris.ask("POST", "/session", { name: "Boris" });
    await boris.ask("POST", `/tables/${made.id}/join`, { invite: made.invites[0] });
    await anna.open(`/t/${made.id}`);
    await anna.bar.waitFor();

    server = await server.changed("UPDATE tables SET rules = '2019.9'");
    [anna, boris] = people() as [Person, Person];
    await anna.open(`/t/${made.id}`);
    await boris.open(`/t/${made.id}`);
    const notice = anna.page.getByRole("region", { name: "The rules have changed." });
    await expect(notice).toContainText("2019.9");
    await expect(notice).toContainText("Waiting for Anna, Boris");
    await expect(anna.options).toHaveCount(0);
    await expect(anna.bar.getByRole("button", { name: "Undo" })).toHaveCount(0);
    expect(await anna.faults()).toEqual([]);
    expect(await anna.sideways()).toBe(false);

    await anna.page.getByRole("button", { name: "Continue" }).click();
    await boris.page.getByRole("button", { name: "Keep it read-only" }).click();
    await expect(notice).toContainText("Against it: Boris.");
    await expect(anna.page.getByRole("button", { name: "Continue" })).toHaveAttribute("aria-pressed", "true");
    await boris.page.getByRole("button", { name: "Continue" }).click();
    await expect(notice).toHaveCount(0);
    const asked = [await anna.options.count(), await boris.options.count()];
    expect(Math.max(...asked)).toBeGreaterThan(0);
    for (const person of [anna, boris]) expect(person.errors).toEqual([]);
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await server.stop();
  }
});
