/** Every game in mid-play, at desk and phone size, light and dark, into build/screenshots. */
import { join } from "node:path";
import { expect, GAMES, test, type GameId } from "./fixtures";

const FOLDER = join(import.meta.dirname, "../../build/screenshots");
/** The round in which the picture is taken, and who sits there. */
const SCENES: Record<GameId, { round: number; players: number }> = {
  rise: { round: 6, players: 3 },
  new_angeles: { round: 3, players: 4 },
  fifty_first_state: { round: 4, players: 3 },
  twentieth_century: { round: 4, players: 4 },
};
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

for (const game of GAMES) {
  test(game, async ({ anna }) => {
    const { round, players } = SCENES[game];
    const id = await anna.sit(game, ["me", ...Array<string>(players - 1).fill("bot:easy")]);
    await anna.ask("POST", `/tables/${id}/hold`, { on: true });
    const at = async (): Promise<number> => {
      const { view } = await anna.ask<{ view: { round: number; over: boolean } }>("GET", `/tables/${id}`);
      return view.over ? 99 : view.round;
    };
    await expect.poll(at, { timeout: 500_000, intervals: [300] }).toBeGreaterThanOrEqual(round);
    await anna.ask("POST", `/tables/${id}/hold`, { on: false });
    await anna.page.reload();
    await anna.asked();
    for (const [size, viewport] of Object.entries(SIZES)) {
      await anna.page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await anna.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await anna.page.waitForTimeout(400);
        await anna.page.screenshot({ path: join(FOLDER, `${game}-${size}-${colorScheme}.png`) });
        if (size === "phone") {
          for (const tab of ["Mine", "Others"]) {
            await anna.page.getByRole("tab", { name: tab }).click();
            await anna.page.waitForTimeout(200);
            const path = join(FOLDER, `${game}-${size}-${colorScheme}-${tab.toLowerCase()}.png`);
            await anna.page.screenshot({ path });
          }
          await anna.page.getByRole("tab", { name: "Board" }).click();
        }
      }
    }
  });
}

const PAGES: Record<string, string> = {
  home: "/",
  host: "/new/rise",
  rules: "/rules/new_angeles",
  learn: "/learn/fifty_first_state",
  components: "/components/twentieth_century",
  replay: "/replay",
  me: "/me",
};

test("pages", async ({ anna }) => {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await anna.page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await anna.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const [name, address] of Object.entries(PAGES)) {
        await anna.open(address);
        await anna.page.waitForLoadState("networkidle");
        const path = join(FOLDER, `${name}-${size}-${colorScheme}.png`);
        await anna.page.screenshot({ path, fullPage: size === "phone" && name === "home" });
      }
    }
  }
});
