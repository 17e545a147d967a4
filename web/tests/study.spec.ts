/** Rules that play themselves, tutorials, replays, practice and own components, in a real browser. */
import { readFileSync } from "node:fs";
import { expect as soon, FEWEST, GAMES, test, type GameId, type Person } from "./fixtures";

/** Files are read in a process of their own, which takes a moment on a busy machine. */
const expect = soon.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 180_000 });

/** A finished game of the caller's own, played by bots but for one seat that a bot holds too. */
async function finished(anna: Person, game: GameId): Promise<string> {
  await anna.open();
  await anna.ask("POST", "/session", { name: "Anna" });
  const seats = ["bot:easy", ...Array<string>(FEWEST[game] - 1).fill("bot:easy")];
  const { id } = await anna.ask<{ id: string }>("POST", "/tables", { game, players: seats.length, seats });
  await expect
    .poll(async () => (await anna.ask<{ view: { over: boolean } }>("GET", `/tables/${id}`)).view.over, {
      timeout: 120_000,
      intervals: [500],
    })
    .toBe(true);
  return id;
}

test("a refusal in a running game leads to its rule, and the rule plays itself", async ({ anna }) => {
  await anna.sit("rise");
  await anna.asked();
  // A greyed thing whose rule has a scenario: clicked, it says why not.
  const greyed = await anna.page
    .locator(".cannot[data-move]")
    .evaluateAll((found) => found.map((e) => e.getAttribute("data-move")!));
  const id = new URL(anna.page.url()).pathname.split("/").pop()!;
  const page = await anna.ask<{ sections: { rules: { id: string; scenarios: unknown[] }[] }[] }>(
    "GET",
    "/study/rise/rules/en",
  );
  const shown = new Set(page.sections.flatMap(({ rules }) => rules.filter((r) => r.scenarios.length).map((r) => r.id)));
  let move = "";
  for (const one of new Set(greyed)) {
    const { problem } = await anna.ask<{ problem?: { rule: string } }>("POST", `/tables/${id}/why`, { move: one });
    if (!move && shown.has(problem?.rule ?? "")) move = one;
  }
  expect(move, "some refusal has a scenario").not.toBe("");
  await anna.page.locator(`.cannot[data-move="${move}"]`).first().dispatchEvent("click");
  const answer = anna.page.getByRole("dialog", { name: "Why not?" });
  await expect(answer).toBeVisible();
  const link = answer.getByRole("link").first();
  const wanted = (await link.textContent())!.trim();
  // The rule opens in place; from there a link leads to the rulebook.
  await link.click();
  const book = anna.page;
  await book.getByRole("dialog", { name: wanted }).getByRole("link", { name: "Open the rulebook" }).click();
  await expect(book.getByRole("heading", { level: 1 })).toHaveText("RISE: the rulebook");
  const rule = book.locator(`[id="${wanted}"]`);
  await expect(rule).toBeInViewport();
  await expect(rule).toHaveClass(/lit/);
  const player = rule.locator(".player");
  await expect(player.locator(".studied svg:visible").first()).toBeVisible({ timeout: 90_000 });
  const steps = player.locator(".steps li");
  await player.getByRole("button", { name: "Step", exact: true }).click();
  await expect(steps.first()).toHaveAttribute("aria-current", "step");
  await player.getByRole("button", { name: "One step back" }).click();
  await expect(player.locator(".steps [aria-current]")).toHaveCount(0);
  await book.close();
});

test("the rulebook searches, filters and refers", async ({ anna }) => {
  await anna.open("/rules/new_angeles");
  const rules = anna.page.locator(".rules article");
  await expect(rules.first()).toBeVisible();
  const all = await rules.count();
  await anna.page.getByRole("searchbox").fill("prisec");
  await expect.poll(() => rules.count()).toBeLessThan(all);
  await anna.page.getByRole("searchbox").fill("");
  await anna.page.getByRole("button", { name: "Rulings" }).click();
  await expect(rules.locator(".ruling").first()).toHaveText("our ruling");
  await anna.page.getByRole("button", { name: "All", exact: true }).click();
  const cross = rules.locator("p a[href^='#NA-']").first();
  const to = (await cross.getAttribute("href"))!.slice(1);
  await cross.click();
  await expect(anna.page.locator(`[id="${to}"]`)).toBeInViewport();
  await anna.page.getByRole("searchbox").fill("emergency action card");
  await expect.poll(() => rules.count()).toBeLessThan(60);
  expect(await anna.faults()).toEqual([]);
});

test("a scenario is played on and changed", async ({ anna }) => {
  await anna.open("/rules/rise#RISE-C.11");
  const player = anna.page.locator('[id="RISE-C.11"] .player');
  await player.getByText("Continue from here").click();
  const answers = player.locator(".play .all button");
  await answers.first().click();
  await expect(player.locator("ol[aria-live] li").first()).toBeVisible();
  await player.getByRole("button", { name: "Change it" }).click();
  const text = player.getByLabel("The scenario as text");
  await expect(text).toHaveValue(/title = /);
  await text.fill((await text.inputValue()).replace(/"seats\.0\.coins" = \d+/, '"seats.0.coins" = 4') + "\n");
  await player.getByRole("button", { name: "Run it" }).click();
  await expect(text).toBeHidden();
  await player.getByRole("button", { name: "Change it" }).click();
  await text.fill("title = 1");
  await player.getByRole("button", { name: "Run it" }).click();
  await expect(player.getByRole("alert")).toContainText("expected str");
  anna.errors.splice(0); // the browser notes the refusal of the wrong text
});

for (const game of GAMES) {
  test(`the tutorial of ${game} is finished and leads to a guided round`, async ({ anna }) => {
    await anna.open(`/learn/${game}`);
    const page = anna.page;
    const next = page.locator(".lesson button.main");
    for (let step = 0; ; step++) {
      await expect(page.locator(".where")).toContainText(`Step ${step + 1} of`);
      while (!(await next.isEnabled())) {
        await page.getByRole("button", { name: "Show me" }).click();
        const before = await page.locator(".lesson").getAttribute("data-made");
        await page.locator(".tutorial button.lit, .tutorial button.free").first().click();
        await expect(page.locator(".lesson")).not.toHaveAttribute("data-made", before ?? "");
      }
      if ((await next.textContent())!.includes("guided")) break;
      await next.click();
    }
    await next.click();
    await expect(page).toHaveURL(/\/t\//);
    await anna.asked();
    await expect(page.locator(".coach")).toBeVisible();
  });
}

test("a wrong move in a tutorial is answered kindly", async ({ anna }) => {
  await anna.open("/learn/rise");
  await anna.page.locator(".lesson button.main").click();
  await anna.page
    .getByRole("button", { name: /card 1/ })
    .first()
    .click();
  await expect(anna.page.getByRole("alert")).toContainText("not the move of this step");
});

test("the chances of a finished game: the curve ends with the winners, turning points, mistakes and draws lead to their moves", async ({
  anna,
}) => {
  const id = await finished(anna, "rise");
  const page = anna.page;
  await anna.open(`/replay/${id}`);
  await page.getByRole("button", { name: "Summary of the game" }).click();
  await page.getByRole("button", { name: "Calculate the chances" }).click();
  await expect(page.getByRole("heading", { name: "Turning points" })).toBeVisible({ timeout: 120_000 });
  interface Review {
    points: { place: number; chances: number[] }[];
    draws: { place: number; luck: number[] }[];
    turns: { place: number; seat: number; before: number; after: number }[];
    mistakes: { place: number; chance: number; possible: number; better_text: { en: string } }[];
  }
  const review = await anna.ask<Review>("GET", `/study/replays/${id}/chances`);
  const about = await anna.ask<{ last: number; winners: number[] }>("GET", `/study/replays/${id}`);
  expect(review.points.at(-1)!.place).toBe(about.last);
  // The lines as they are drawn: the last point of every seat is at the height of what it won.
  const curve = page.locator("figure", { hasText: "Chances of winning" });
  const ends = await curve
    .locator(":scope > svg > path")
    .evaluateAll((lines) => lines.map((line) => (line as SVGPathElement).getPointAtLength(1e6).y));
  const [first, second] = [0, 1].map((seat) => (about.winners.includes(seat) ? 1 / about.winners.length : 0));
  expect(Math.sign(ends[0]! - ends[1]!)).toBe(Math.sign(second! - first!));
  // Turning points and draws as they were worked out, each a way to its place.
  const list = (title: string) => page.locator(`h3:has-text("${title}") ~ ul`).first().getByRole("button");
  const turns = list("Turning points");
  await expect(turns).toHaveCount(review.turns.length);
  const turn = review.turns[0]!;
  await expect(turns.first()).toContainText(
    `from ${Math.round(turn.before * 100)} % to ${Math.round(turn.after * 100)} %`,
  );
  await turns.first().click();
  await expect(page.locator(".timeline p")).toContainText(`Move ${turn.place} of`);
  // A mistake leads to the question that was answered badly.
  const mistakes = list("Mistakes");
  await expect(mistakes).toHaveCount(review.mistakes.length);
  const worst = review.mistakes[0]!;
  await expect(mistakes.first()).toContainText(`Better: “${worst.better_text.en}”`);
  await expect(mistakes.first()).toContainText(
    `${Math.round(worst.possible * 100)} % instead of ${Math.round(worst.chance * 100)} %`,
  );
  await mistakes.first().click();
  await expect(page.locator(".timeline p")).toContainText(`Move ${worst.place - 1} of`);
  const most = Math.max(
    ...review.draws.map(({ luck }) => Math.max(...luck.map((part) => Math.abs(Math.round(part * 100))))),
  );
  const draw = list("The value of draws").first();
  await expect(draw).toContainText(new RegExp(`[+−]${most} percentage points?`));
  const place = Number(/Move (\d+)/.exec((await draw.textContent())!)![1]);
  expect(review.draws.map((one) => one.place)).toContain(place);
  await draw.click();
  await expect(page.locator(".timeline p")).toContainText(`Move ${place} of`);
  // Bots are called by their names everywhere, also in what happened.
  await expect(page.locator(".digest ol li").first()).toContainText(/Ada|Bruno/);
  await expect(page.locator("main")).not.toContainText("bot:");
});

test("a replay is scrubbed, seen through other eyes, shared, and branched from", async ({ anna }) => {
  const id = await finished(anna, "rise");
  const page = anna.page;
  await anna.open(`/replay/${id}`);
  const slider = page.getByRole("slider");
  await expect(slider).toBeVisible();
  const last = Number(await slider.getAttribute("max"));
  expect(last).toBeGreaterThan(50);
  const where = page.locator(".timeline p");
  await page.keyboard.press("ArrowRight");
  await expect(where).toContainText("Move 1 of");
  await page.keyboard.press("End");
  await expect(where).toContainText(`Move ${last} of ${last}`);
  // Scrubbing: many places in a row, and the last one is what is shown.
  for (let i = 0; i <= 20; i++) await slider.fill(String(Math.round((last * i) / 24)));
  const place = Math.round((last * 20) / 24);
  await expect(where).toContainText(`Move ${place} of ${last}`);
  await expect(page).toHaveURL(new RegExp(`ply=${place}`));
  await page.getByLabel("View of").selectOption("1");
  await expect(page).toHaveURL(/seat=1/);
  await page.reload();
  await expect(where).toContainText(`Move ${place} of ${last}`);
  await page.getByRole("button", { name: "Summary of the game" }).click();
  await expect(page.locator(".plots svg path").first()).toBeVisible();
  await page.getByRole("button", { name: "The position in words" }).click();
  await expect(page.getByRole("heading", { name: "The tracks", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Report a mistake" }).click();
  await page.getByLabel("The rule", { exact: true }).fill("RISE-C.2");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Write the file" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf-8")).toContain('rules = ["RISE-C.2"]');
  expect(await anna.faults()).toEqual([]);
  await page.getByRole("button", { name: "Practise from here" }).click();
  await expect(page).toHaveURL(/\/t\//);
  await anna.asked();
  await anna.take(anna.options.first());
  await expect(anna.bar.getByRole("button", { name: "One step back" })).toBeVisible();
});

test("a record is taken out and brought in again", async ({ anna }) => {
  const id = await finished(anna, "fifty_first_state");
  const page = anna.page;
  await anna.open(`/replay/${id}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the record" }).click(),
  ]);
  await anna.open("/replay");
  await page.getByLabel("The record (.tafel)").setInputFiles(await file.path());
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(/\/replay\/upload-/);
  await expect(page.getByRole("slider")).toBeVisible();
});

test("a component is edited with live validation and hosted", async ({ anna }) => {
  await anna.open("/components/rise");
  const page = anna.page;
  const text = page.getByLabel("The component set as TOML");
  await expect(page.getByRole("status")).toContainText("This is the game's own set");
  const own = await text.inputValue();
  /** Typing 80 kB key by key would take its time. */
  const write = (what: string): Promise<void> =>
    text.evaluate((area: HTMLTextAreaElement, what) => {
      area.value = what;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }, what);
  await write(own.replace("epochs = 3", 'epochs = "many"'));
  await expect(page.getByRole("status")).toContainText("setup.epochs");
  await expect(page.getByRole("button", { name: "Play with this set" })).toBeDisabled();
  await page.getByRole("button", { name: /Go to line/ }).click();
  expect(
    await text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toContain("epochs");
  await write(own.replace("start_coins_by_seat = [3, 3, 4, 4]", "start_coins_by_seat = [4, 4, 5, 5]"));
  await expect(page.getByRole("status")).toContainText("You can play with this set");
  const hash = (await page.getByRole("status").locator("code").textContent())!;
  await page.getByRole("button", { name: "Play with this set" }).click();
  await expect(page).toHaveURL(/\/t\//);
  await anna.asked();
  const id = new URL(page.url()).pathname.split("/").pop()!;
  expect(await anna.ask<string>("GET", `/tables/${id}/record`)).toContain(`components ${hash}`);
});

test("on a phone nothing goes sideways", async ({ arrive }) => {
  const anna = await arrive({ viewport: { width: 390, height: 800 } });
  for (const path of ["/rules/rise#RISE-C.11", "/learn/fifty_first_state", "/components/rise", "/replay"]) {
    await anna.open(path);
    await expect(anna.page.locator("main h1").first()).toBeVisible();
    expect(await anna.sideways(), path).toBe(false);
  }
});
