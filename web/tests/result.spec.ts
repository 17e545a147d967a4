/** The result page: why the game ended so, where the points came from, what is worth watching again. */
import { expect as soon, FEWEST, GAMES, test } from "./fixtures";

const expect = soon.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 180_000 });

for (const game of GAMES) {
  test(`the result of ${game} explains itself`, async ({ anna }) => {
    await anna.open();
    await anna.ask("POST", "/session", { name: "Anna" });
    const seats = Array<string>(FEWEST[game]).fill("bot:easy");
    const { id } = await anna.ask<{ id: string }>("POST", "/tables", { game, players: seats.length, seats });
    await anna.open(`/t/${id}`);
    const result = anna.page.getByRole("dialog", { name: "Result" });
    await expect(result).toBeVisible({ timeout: 120_000 });
    await expect(result.locator(".verdict")).toContainText(/wins|win|share|nobody/i);
    await expect(result.locator("tfoot td")).toHaveCount(seats.length);
    const numbers = await result
      .locator("table tr:not(.item)")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.innerText.replace("−", "-")) || 0)),
      );
    const sums = numbers.at(-1)!;
    expect(sums).toEqual(sums.map((_, seat) => numbers.slice(1, -1).reduce((sum, row) => sum + row[seat]!, 0)));
    if (game === "new_angeles") await expect(result.locator(".places li p")).toHaveCount(seats.length);
    await expect(result.locator(".moment")).toHaveCount(3);
    await result.getByRole("link", { name: "Link to this result" }).click();
    await expect(anna.page.getByRole("heading", { level: 1 })).toContainText("the result");
    await expect(anna.page.locator(".moment")).toHaveCount(3);
    expect(await anna.violations()).toEqual([]);
    expect(await anna.sideways()).toBe(false);
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [390, 844],
    ] as const) {
      await anna.page.setViewportSize({ width, height });
      expect(await anna.sideways()).toBe(false);
      if (process.env.LOOK)
        await anna.page.screenshot({ path: `${process.env.LOOK}/${game}-${width}.png`, fullPage: true });
    }
    const [place] = /\d+$/.exec((await anna.page.locator(".moment").first().getAttribute("href"))!)!;
    await anna.page.locator(".moment").first().click();
    await expect(anna.page.getByRole("slider")).toHaveValue(place);
  });
}
