/** The pace of a table with motion on: key moments are held and can be skipped. */
import { dice, expect as soon, test } from "./fixtures";

const expect = soon.configure({ timeout: 60_000 });
test.describe.configure({ timeout: 240_000 });
const MOVING = { reducedMotion: "no-preference" } as const;

test("a key moment is held until it is continued, step by step", async ({ arrive }) => {
  const anna = await arrive(MOVING);
  await anna.open();
  await anna.page.evaluate(() =>
    localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], lang: "en", pace: "step" })),
  );
  await anna.sit("twentieth_century");
  const held = anna.page.getByRole("status", { name: "What happens" });
  const choose = dice(3);
  for (let i = 0; i < 40 && !(await held.isVisible()); i++) if (!(await anna.step(choose))) break;
  await expect(held).toBeVisible();
  const lines = await anna.stand("lines");
  await anna.page.waitForTimeout(2500);
  expect(await anna.stand("lines"), "nothing goes on by itself").toBe(lines);
  await held.getByRole("button", { name: "Continue" }).click();
  await held.getByRole("button", { name: "Skip to my turn" }).click();
  await expect(held).toBeHidden();
  await anna.page.getByRole("button", { name: "Menu" }).click();
  const pace = anna.page.getByRole("group", { name: "Pace of the game" });
  await expect(pace.getByRole("button", { name: "Step by step" })).toHaveAttribute("aria-pressed", "true");
  await pace.getByRole("button", { name: "Fast" }).click();
  await expect(pace.getByRole("button", { name: "Fast" })).toHaveAttribute("aria-pressed", "true");
  expect(await anna.violations()).toEqual([]);
});
