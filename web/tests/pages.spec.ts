/** Every page on a phone and on a desk, light and dark: nothing scrolls sideways, nothing serious for axe. */
import { expect, GAMES, test } from "./fixtures";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const colorScheme of ["light", "dark"] as const) {
  test(`pages on a phone, ${colorScheme}`, async ({ arrive }) => {
    const anna = await arrive({ ...PHONE, colorScheme });
    for (const path of ["/", "/new/rise", "/new/fifty_first_state", "/me", "/nowhere"]) {
      await anna.open(path);
      await expect(anna.page.locator("main h1").first()).toBeAttached();
      await anna.page.waitForLoadState("networkidle");
      expect(await anna.sideways(), path).toBe(false);
      expect(await anna.faults(), path).toEqual([]);
    }
  });
}

for (const game of GAMES) {
  test(`a table of ${game} on a phone`, async ({ arrive }) => {
    const anna = await arrive({ ...PHONE, colorScheme: "dark" });
    await anna.sit(game);
    await anna.asked();
    for (const tab of ["Board", "Mine", "Others", "Log", "Chat"]) {
      await anna.page.getByRole("tab", { name: tab }).tap();
      await anna.page.waitForTimeout(100);
      expect(await anna.sideways(), tab).toBe(false);
      expect(await anna.faults(), tab).toEqual([]);
    }
    const bar = (await anna.bar.boundingBox())!;
    expect(bar.height).toBeLessThanOrEqual(844 * 0.4 + 1);
    expect(bar.y + bar.height).toBeLessThanOrEqual(845);
  });

  test(`a table of ${game} on a desk`, async ({ arrive }) => {
    const anna = await arrive({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
    await anna.sit(game);
    await anna.asked();
    expect(await anna.sideways()).toBe(false);
    expect(await anna.faults()).toEqual([]);
  });
}

test("from a cold start to a board in one click, and the three hints only once", async ({ arrive }) => {
  const anna = await arrive();
  await anna.context.addInitScript(() => sessionStorage.getItem("cold") ?? localStorage.clear());
  await anna.open();
  await anna.page.evaluate(() => sessionStorage.setItem("cold", "no"));
  await anna.page.getByRole("button", { name: "Play now against bots", exact: true }).first().click();
  await anna.asked();
  const coach = anna.page.getByRole("dialog", { name: "How to play here" });
  await coach.getByRole("button", { name: "Next" }).click();
  await coach.getByRole("button", { name: "Next" }).click();
  await coach.getByRole("button", { name: "Let's play" }).click();
  await anna.page.reload();
  await anna.asked();
  await expect(coach).toHaveCount(0);
});

test("an account keeps what a guest played", async ({ anna, arrive }) => {
  await anna.sit("rise");
  await anna.open("/me");
  const name = `anna${Date.now()}`;
  await anna.page.getByLabel("Account name").fill(name);
  await anna.page.getByLabel("Password").fill("a long password");
  await anna.page.locator("form button.main").click();
  await expect(anna.page.getByText(`Your account: ${name}`)).toBeVisible();
  const again = await arrive();
  await again.open("/me");
  await again.page.getByRole("button", { name: "Sign in" }).first().click();
  await again.page.getByLabel("Account name").fill(name);
  await again.page.getByLabel("Password").fill("a long password");
  await again.page.locator("form button.main").click();
  await expect(again.page.getByText(`Your account: ${name}`)).toBeVisible();
  await again.open();
  await expect(again.page.getByRole("heading", { name: "My tables" })).toBeVisible();
});
