/** Life at a table: invitations, lost connections, undo, languages, keyboard, hot seat, hints, bots that stand in. */
import { dice, expect, test } from "./fixtures";

test("two browsers play each other by a link; one loses its connection and comes back", async ({ arrive }) => {
  test.setTimeout(120_000);
  const [anna, boris] = [await arrive(), await arrive()];
  await anna.open("/new/rise");
  await anna.page.getByRole("button", { name: "2", exact: true }).click();
  await anna.page.getByRole("button", { name: "Create the table" }).click();
  const link = await anna.page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(new URL(link).hash.length).toBeGreaterThan(10);
  await anna.page.getByRole("link", { name: "To the table" }).click();

  const lines: string[] = [];
  boris.page.on("request", (request) => lines.push(request.url()));
  await boris.page.goto(link);
  await boris.page.getByLabel("Your name").fill("Boris");
  await boris.page.getByRole("button", { name: "Sit down" }).click();
  await boris.page.waitForURL("**/t/*");
  await expect(anna.page.getByRole("article", { name: "Boris" })).toBeVisible();
  const secret = new URL(link).hash.slice(1);
  expect(
    lines.every((line) => !new URL(line).search.includes(secret) && !new URL(line).pathname.includes(secret)),
  ).toBe(true);

  // Whoever is asked plays, at last Anna alone: until Boris must have missed something.
  const choose = dice(3);
  const annaIsAsked = async (): Promise<boolean> => (await anna.options.count()) + (await anna.confirm.count()) > 0;
  for (let i = 0; i < 6 || !(await annaIsAsked()); i++) await ((await annaIsAsked()) ? anna : boris).step(choose);
  const heard = await anna.stand("ply");
  await expect.poll(() => boris.stand("ply")).toBe(heard);
  await boris.context.setOffline(true);
  await expect(boris.page.getByText("The connection is lost")).toBeVisible();
  while ((await anna.stand("ply")) === heard) await anna.step(choose);
  await boris.context.setOffline(false);
  await expect(boris.page.getByText("The connection is lost")).toHaveCount(0, { timeout: 20_000 });
  await expect.poll(() => boris.stand("ply")).toBe(await anna.stand("ply"));
  await expect(boris.page.getByText("While you were away")).toBeVisible();
  await ((await annaIsAsked()) ? anna : boris).step(choose);
});

test("a tentative turn is taken back step by step, a sent one up to the safe point", async ({ anna }) => {
  await anna.sit("fifty_first_state", ["me", "open"]);
  await anna.asked();
  const question = anna.bar.locator(".ask");
  const before = await question.innerText();
  await anna.take(anna.options.first());
  await expect(anna.bar.getByRole("button", { name: "One step back" })).toBeVisible();
  await anna.bar.getByRole("button", { name: "One step back" }).click();
  await expect(anna.bar.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(question).toHaveText(before);
  // Nothing was sent: undo says that there is nothing.
  await anna.bar.getByRole("button", { name: "Undo" }).click();
  await expect(anna.page.getByRole("alert")).toContainText("cannot take anything back alone");
  // Chromium notes every refusal by itself; this one was meant.
  expect(anna.errors.splice(0)).toEqual([expect.stringContaining("422")]);
  await anna.page.keyboard.press("Escape");
  while ((await anna.confirm.count()) === 0) {
    const stood = await anna.stand();
    await anna.take(anna.options.first());
    await anna.went(stood);
  }
  await anna.confirm.click();
  await expect(anna.bar).toContainText("Waiting for");
  await anna.bar.getByRole("button", { name: "Undo" }).click();
  await expect(anna.options.first()).toBeVisible();
  await expect(question).toHaveText(before);
});

test("the language changes in mid-game", async ({ anna }) => {
  await anna.sit("rise");
  await anna.step(dice(1));
  await anna.page.getByRole("button", { name: "Table menu" }).click();
  await anna.page.getByRole("button", { name: "Deutsch" }).click();
  await anna.page.getByRole("button", { name: "Schließen" }).click();
  await expect(anna.page.getByRole("tab", { name: "Verlauf" })).toBeVisible();
  await expect(anna.page.getByRole("log")).toContainText("Startplättchen");
  await anna.page.getByRole("button", { name: "Tischmenü" }).click();
  await anna.page.getByRole("button", { name: "Русский" }).click();
  await anna.page.getByRole("button", { name: "Закрыть" }).click();
  await expect(anna.page.getByRole("tab", { name: "Журнал" })).toBeVisible();
  await expect.poll(async () => /[а-я]/i.test(await anna.bar.innerText())).toBe(true);
  await expect(anna.page.locator("html")).toHaveAttribute("lang", "ru");
});

test("on a phone the name of the phase is whole, in every language", async ({ arrive }) => {
  const anna = await arrive({ viewport: { width: 390, height: 844 } });
  for (const game of ["rise", "twentieth_century"] as const) {
    await anna.sit(game);
    await anna.asked();
    for (const lang of ["en", "de", "ru"]) {
      await anna.page.evaluate((lang) => {
        localStorage.setItem("tafelrunde", JSON.stringify({ coached: ["table"], lang }));
      }, lang);
      await anna.page.reload();
      await anna.asked();
      const phase = anna.page.locator("header .track .now");
      await expect(phase).toBeInViewport({ ratio: 1 });
      const cut = await phase.evaluate((chip) => chip.scrollWidth > chip.clientWidth || chip.scrollHeight > 40);
      expect(cut, `${game} ${lang}`).toBe(false);
    }
  }
});

test("some turns by keyboard only", async ({ anna }) => {
  await anna.sit("rise");
  await anna.asked();
  const ply = async (): Promise<number> => Number(await anna.stand("ply"));
  const begun = await ply();
  for (let i = 0; i < 12; i++) {
    await anna.asked();
    const before = await anna.stand();
    if (i === 0) await anna.page.keyboard.press("1");
    await expect(anna.bar.locator("button:focus")).toHaveCount(1);
    await anna.page.keyboard.press("Enter");
    await anna.went(before);
  }
  expect(await ply()).toBeGreaterThan(begun);
});

test("a hot seat draws a curtain and fetches the next view only after it is lifted", async ({ anna }) => {
  await anna.sit("fifty_first_state", ["me", "me"]);
  const lift = anna.page.getByRole("button", { name: /^I am/ });
  await expect(lift).toBeVisible();
  expect((await anna.wire.all()).length).toBe(0);
  await lift.click();
  await anna.asked();
  const first = (await anna.wire.all())[0]!.seat;
  await expect(async () => {
    if ((await lift.count()) === 0) await anna.step(() => 0);
    await expect(lift).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 40_000 });
  expect(new Set((await anna.wire.all()).map((frame) => frame.seat))).toEqual(new Set([first]));
  await lift.click();
  await anna.asked();
  expect((await anna.wire.all()).at(-1)!.seat).not.toBe(first);
});

test("a hint, a seat handed to a bot and taken back, chat, the log's mark on return", async ({ anna }) => {
  // A long game, so that it still goes on after the visit elsewhere.
  await anna.sit("twentieth_century", undefined, { hints: true });
  await anna.asked();
  await anna.bar.getByRole("button", { name: "Hint" }).click();
  await expect(anna.bar).toContainText("A bot would play:");
  await anna.page.getByRole("tab", { name: "Chat" }).click();
  await anna.page.getByLabel("Say something").fill("Good evening");
  await anna.page.keyboard.press("Enter");
  await expect(anna.page.getByText("Good evening")).toBeVisible();
  await anna.page.getByRole("button", { name: "Table menu" }).click();
  await anna.page.getByRole("button", { name: "Let a bot play for me" }).click();
  await anna.page.getByRole("button", { name: "Close" }).click();
  const table = anna.page.url();
  const lines = Number(await anna.stand("lines"));
  await anna.open();
  const id = new URL(table).pathname.split("/").at(-1);
  const version = async (): Promise<number> => (await anna.ask<{ version: number }>("GET", `/tables/${id}`)).version;
  const left = await version();
  await expect.poll(version).toBeGreaterThan(left + 2);
  await anna.page.goto(table);
  await expect.poll(async () => Number(await anna.stand("lines"))).toBeGreaterThan(lines);
  await expect(anna.page.getByText("Since your last visit")).toBeVisible();
  const back = anna.bar.getByRole("button", { name: "Take over again" });
  await back.click();
  await expect(back).toHaveCount(0);
  await anna.asked();
});

test("an own move is on the screen within 100 ms of the server's answer", async ({ anna }) => {
  await anna.sit("rise");
  const choose = dice(2);
  const times: number[] = [];
  for (let i = 0; i < 14; i++) {
    await anna.asked();
    if ((await anna.confirm.count()) === 0) {
      await anna.step(choose);
      continue;
    }
    const took = anna.page.evaluate(async () => {
      const frame = document.querySelector("[data-step]")!;
      const ply = frame.getAttribute("data-ply");
      const drawn = new Promise<number>((done) => {
        new MutationObserver((_, observer) => {
          if (frame.getAttribute("data-ply") === ply) return;
          observer.disconnect();
          requestAnimationFrame(() => done(performance.now()));
        }).observe(frame, { attributes: true });
      });
      const drawnAt = await drawn;
      // A push may be faster than the answer it goes with, which is noted a little later.
      for (;;) {
        const answers = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/moves"));
        const answer = answers.at(-1) as PerformanceResourceTiming | undefined;
        if (answer) return drawnAt - answer.responseStart;
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    await anna.confirm.click();
    times.push(await took);
    await anna.page.evaluate(() => performance.clearResourceTimings());
  }
  expect(times.length).toBeGreaterThan(1);
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(100);
});

test("a log of more than 300 lines scrolls without jank", async ({ anna }) => {
  test.setTimeout(120_000);
  await anna.sit("rise", ["me", "bot:easy", "bot:easy", "bot:easy"]);
  await anna.asked();
  await anna.ask("POST", `/tables/${anna.page.url().split("/").pop()}/hold`, { on: true });
  await expect.poll(async () => Number(await anna.stand("lines")), { timeout: 90_000 }).toBeGreaterThan(300);
  // The bots stop, so that only the log is at work; what the machine takes anyway is measured beside it.
  await anna.ask("POST", `/tables/${anna.page.url().split("/").pop()}/hold`, { on: false });
  await anna.asked();
  const [still, scrolling] = await anna.page.evaluate(async () => {
    const log = document.querySelector(".log")!;
    const median = async (step: () => void): Promise<number> => {
      const gaps: number[] = [];
      for (let i = 0, last = performance.now(); i < 60; i++) {
        step();
        await new Promise(requestAnimationFrame);
        gaps.push(performance.now() - last);
        last = performance.now();
      }
      return gaps.sort((a, b) => a - b)[30]!;
    };
    return [await median(() => undefined), await median(() => (log.scrollTop -= 200))];
  });
  expect(scrolling! - still!).toBeLessThan(34);
});
