/** The plain table: every game is played with it, without the boards. `make plain` plays whole games; here it is some steps. */
import { join } from "node:path";
import { dice, expect, GAMES, test } from "./fixtures";

const WHOLE = process.env.TAFELRUNDE_WHOLE !== undefined;
const STEPS = WHOLE ? 3000 : 12;
/** The page is examined at the beginning, after every so many steps and at the end. */
const EXAMINED = WHOLE ? 60 : 6;
const PICTURES = process.env.TAFELRUNDE_PICTURES;
const SIZES = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };

for (const game of GAMES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    // Whole games are played at a desk; the phone shows the same parts in tabs.
    if (WHOLE && size === "phone") continue;
    test(`${game} at the plain table, ${size}`, async ({ arrive }) => {
      if (WHOLE) test.setTimeout(3_600_000);
      const anna = await arrive({ viewport });
      await anna.page.addInitScript(() =>
        localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], plain: true, quick: true })),
      );
      await anna.sit(game);
      await anna.asked();
      // On a phone the tab with what can be played may be another one.
      await expect(anna.page.locator(".plain-board")).toBeAttached();
      const choose = dice(5);
      for (let step = 0; step < STEPS; step++) {
        if (step % EXAMINED === 0) await examine();
        if (!(await anna.step(choose))) break;
      }
      if (WHOLE) expect(await anna.asked()).toBe(false);
      await examine();
      if (size === "phone") {
        for (const tab of ["Mine", "Others"]) {
          await anna.page.getByRole("tab", { name: tab }).click();
          await examine(tab.toLowerCase());
        }
      }

      async function examine(tab = "board"): Promise<void> {
        expect(await anna.faults()).toEqual([]);
        expect(await anna.sideways()).toBe(false);
        if (PICTURES) await anna.page.screenshot({ path: join(PICTURES, `${game}-${size}-${tab}.png`) });
      }
    });
  }
}

test("the plain table is switched on and off in the menu of the table", async ({ anna }) => {
  await anna.sit("rise");
  await anna.asked();
  await expect(anna.page.locator(".plain-board")).toHaveCount(0);
  for (const shown of [1, 0]) {
    await anna.page.getByRole("button", { name: "Menu" }).click();
    await anna.page
      .getByRole("switch", { name: "Plain table" })
      .or(anna.page.getByLabel("Plain table"))
      .first()
      .click();
    await anna.page.keyboard.press("Escape");
    await expect(anna.page.locator(".plain-board")).toHaveCount(shown);
  }
});
