/** What a player leaves with the table: answers to forced questions, and the standing orders of a game. */
import { expect, test, type Person } from "./fixtures";

test.setTimeout(90_000);

interface Left {
  auto: boolean;
  orders: Record<string, boolean>;
}

const left = async (person: Person, id: string): Promise<Left> =>
  (await person.ask<{ left: Left }>("GET", `/tables/${id}`)).left;

const inMenu = (person: Person, name: string) => person.page.getByRole("dialog").getByRole("switch", { name });

async function openMenu(person: Person): Promise<void> {
  await person.page.getByRole("button", { name: "Table menu" }).click();
  await expect(inMenu(person, "Answer forced questions for me")).toBeVisible();
}

test("answers and standing orders are switched in the table menu, kept, and known to nobody else", async ({
  arrive,
}) => {
  const [anna, boris] = [await arrive(), await arrive()];
  await anna.open();
  await anna.ask("POST", "/session", { name: "Anna" });
  await boris.open();
  await boris.ask("POST", "/session", { name: "Boris" });
  const body = { game: "rise", players: 2, seats: ["me", "open"] };
  const { id, invites } = await anna.ask<{ id: string; invites: string[] }>("POST", "/tables", body);
  await boris.ask("POST", `/tables/${id}/join`, { invite: invites[0] });
  await Promise.all([anna.open(`/t/${id}`), boris.open(`/t/${id}`)]);

  await openMenu(anna);
  const auto = inMenu(anna, "Answer forced questions for me");
  const event = inMenu(anna, "No windows until the next event");
  await expect(auto).toBeChecked();
  await expect(event).not.toBeChecked();
  await auto.click();
  await event.click();
  await expect(auto).not.toBeChecked();
  await expect(event).toBeChecked();
  await expect.poll(() => left(anna, id)).toMatchObject({ auto: false, orders: { event: true, exchange: false } });
  expect(await left(boris, id)).toMatchObject({ auto: true, orders: { event: false, exchange: false } });
  expect(await anna.faults()).toEqual([]);

  await anna.page.reload();
  await openMenu(anna);
  await expect(auto).not.toBeChecked();
  await expect(event).toBeChecked();
  await event.click();
  await inMenu(anna, "Never ask just for exchanging").click();
  await expect.poll(() => left(anna, id)).toMatchObject({ auto: false, orders: { event: false, exchange: true } });
  expect(await left(boris, id)).toMatchObject({ auto: true, orders: { event: false, exchange: false } });
});
