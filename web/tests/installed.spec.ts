/** A move on a server that was installed from the wheel. `make test-install` starts it and names its address. */
import { dice, expect, Person, test } from "./fixtures";

const ADDRESS = process.env.TAFELRUNDE_URL;

test("a move on an installed server", async ({ browser }) => {
  const context = await browser.newContext();
  const anna = new Person(await context.newPage(), context, ADDRESS!);
  const table = await anna.sit("rise");
  const choose = dice(3);
  const moved = async () => /^0 /m.test(await anna.ask<string>("GET", `/tables/${table}/record`));
  for (let step = 0; step < 20 && !(await moved()); step++) expect(await anna.step(choose)).toBe(true);
  expect(await moved()).toBe(true);
  expect(anna.errors).toEqual([]);
  await context.close();
});
