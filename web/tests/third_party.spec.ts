/** A game of another package, without a board of its own, is played to the end. `make new-game` installs one and runs this. */
import { join } from "node:path";
import { dice, expect, test, type GameId } from "./fixtures";

const GAME = process.env.TAFELRUNDE_GAME as GameId | undefined;
const PICTURES = process.env.TAFELRUNDE_PICTURES;
const SIZES = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a game of another package on a ${size}`, async ({ arrive }) => {
    test.setTimeout(300_000);
    const anna = await arrive({ viewport });
    await anna.open("/");
    const title = GAME!
      .split("_")
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join(" ");
    await expect(anna.page.getByRole("heading", { name: title })).toBeVisible();
    expect(await anna.faults()).toEqual([]);
    await anna.sit(GAME!, ["me", "bot:easy"]);
    const choose = dice(3);
    await anna.asked();
    await expect(anna.page.locator(".plain-board")).toBeAttached();
    for (let step = 0; step < 400; step++) {
      if (step === 2) {
        expect(await anna.faults()).toEqual([]);
        expect(await anna.sideways()).toBe(false);
        if (PICTURES) await anna.page.screenshot({ path: join(PICTURES, `third-${size}.png`) });
      }
      if (!(await anna.step(choose))) break;
    }
    expect(await anna.asked()).toBe(false);
    await expect(anna.page.getByRole("dialog", { name: "Result" })).toBeVisible();
    expect(await anna.faults()).toEqual([]);
    if (PICTURES) await anna.page.screenshot({ path: join(PICTURES, `third-${size}-result.png`) });
  });
}
