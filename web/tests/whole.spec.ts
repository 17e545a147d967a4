/** A person plays a whole game to its end against bots, through the screen only; the wire is read along. */
import { dice, expect, FEWEST, GAMES, test } from "./fixtures";

for (const game of GAMES) {
  test(`a whole game of ${game}`, async ({ anna }) => {
    test.setTimeout(240_000);
    const id = await anna.sit(game);
    const choose = dice(FEWEST[game]);
    let clicks = 0;
    while (await anna.step(choose)) clicks += 1;
    expect(clicks).toBeGreaterThan(20);
    await expect(anna.page.getByRole("dialog", { name: "Result" })).toBeVisible();
    const record = await anna.ask<string>("GET", `/tables/${id}/record`);
    expect(await anna.wire.check(record, 0)).toMatch(/^\d+ views/);
  });
}
