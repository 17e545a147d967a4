/** Whether everything that can be chosen is on the screen: what a page shows of one question. */
import type { Page } from "@playwright/test";
import type { Person } from "./fixtures";

export interface Size {
  name: "desktop" | "phone";
  width: number;
  height: number;
  /** How much of the height the decision bar may take. */
  bar: number;
  /** Fingers need at least so much in both directions. */
  target: number;
}
export const DESKTOP: Size = { name: "desktop", width: 1280, height: 720, bar: 0.22, target: 0 };
export const PHONE: Size = { name: "phone", width: 390, height: 844, bar: 0.34, target: 40 };

export interface Question {
  id: string;
  kind: string;
  moves: string[];
  data: object;
}
interface Shown {
  version: number;
  view: { over: boolean; decision: Question | null };
}

/** The next question as the screen shows it, or nothing when the game is over. */
export async function question(person: Person, id: string): Promise<Question | null> {
  for (let i = 0; i < 600; i++) {
    const { version, view } = await person.ask<Shown>("GET", `/tables/${id}`);
    if (view.over) return null;
    const step = `${version}.0.${view.decision?.id ?? ""}`;
    if (view.decision && (await person.stand()) === step) return view.decision;
    await person.page.waitForTimeout(40);
  }
  throw new Error("no question came");
}

/** Answers without the screen. */
export async function answer(person: Person, id: string, asked: Question, move: string): Promise<void> {
  const told = await person.ask<{ status?: number; reason?: string }>("POST", `/tables/${id}/moves`, {
    moves: [move],
    decision: asked.id,
  });
  // Somebody else was faster and the question is another one now; Chromium notes every refusal by itself.
  if (told.reason && (await person.ask<Shown>("GET", `/tables/${id}`)).view.decision?.id !== asked.id)
    person.errors.splice(0, person.errors.length, ...person.errors.filter((line) => !line.includes("409")));
  else if (told.reason) throw new Error(`${move}: ${told.reason}`);
}

/** What is wrong with the page at this question, in words; `listed` are moves that only the list of moves shows. */
export async function faults(page: Page, asked: Question, size: Size): Promise<{ wrong: string[]; listed: string[] }> {
  await page.mouse.move(2, size.height / 2);
  // The hand is brought into view, the tab is changed: two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { wrong, missing } = await page.evaluate(look, { moves: asked.moves, size });
  if (missing.length) {
    await page.locator(".bar .fold").click();
    wrong.push(...(await page.evaluate(inList, missing)));
    await page.keyboard.press("Escape");
  }
  wrong.push(...(await hovered(page, asked)));
  return { wrong, listed: missing };
}

/** Runs in the page: the bar, the targets, the button that goes on, the page itself. */
function look({ moves, size }: { moves: string[]; size: Size }): { wrong: string[]; missing: string[] } {
  const wrong: string[] = [];
  const hit = (element: Element): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!width || !height) return false;
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return !!found && element.contains(found);
  };
  const bar = document.querySelector(".bar")!;
  const share = bar.getBoundingClientRect().height / innerHeight;
  if (share > size.bar) wrong.push(`the bar takes ${Math.round(share * 100)} % of the height`);

  const targets = [...document.querySelectorAll<HTMLElement>("[data-move], [data-offers]")].filter(
    (element) => !element.closest(".panel:not([role=tabpanel])"),
  );
  const of = (element: HTMLElement): string[] =>
    [element.dataset["move"], element.dataset["moves"], element.dataset["offers"]].flatMap(
      (all) => all?.split(";") ?? [],
    );
  const visible = new Set(targets.filter(hit).flatMap(of));
  const missing = moves.filter((move) => !visible.has(move));

  for (const button of bar.querySelectorAll(".row > .main, .row > .go")) {
    if (!hit(button)) wrong.push(`the button that goes on is covered: ${button.textContent}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  if (size.target) {
    if (document.documentElement.scrollHeight > innerHeight) wrong.push("the page scrolls");
    const touched = [...targets.filter((one) => one.matches(".can, .go")), ...bar.querySelectorAll(".row button")];
    for (const element of touched) {
      const { width, height } = element.getBoundingClientRect();
      if (!width || !height || element.closest(".panel:not([role=tabpanel])")) continue;
      if (Math.min(width, height) < size.target - 0.5) {
        const name = (element as HTMLElement).dataset["move"] ?? element.textContent;
        wrong.push(`too small for a finger: ${name} (${Math.round(width)} x ${Math.round(height)})`);
      }
    }
  }
  return { wrong, missing };
}

/** Runs in the page: moves whose entry in the open list cannot be seen. */
export function inList(moves: string[]): string[] {
  return moves.flatMap((move) => {
    const entry = document.querySelector(`.bar .panel.open [data-move="${CSS.escape(move)}"]`);
    entry?.scrollIntoView({ block: "nearest" });
    const rect = entry?.getBoundingClientRect();
    const found = rect && document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    return entry?.contains(found ?? null) ? [] : [`neither on the screen nor in the list: ${move}`];
  });
}

/** Looks at one of the moves on the board; the preview must not lie over it. */
async function hovered(page: Page, asked: Question): Promise<string[]> {
  const place = await page.evaluate((moves) => {
    const wanted = new Set(moves);
    for (const element of document.querySelectorAll<HTMLElement>("main .can[data-move]:not([data-moves])")) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width && wanted.has(element.dataset["move"]!) && element.contains(document.elementFromPoint(x, y)))
        return { x, y };
    }
    return null;
  }, asked.moves);
  if (!place) return [];
  await page.mouse.move(place.x, place.y);
  const shown = await page
    .waitForSelector("section.outlook", { timeout: 10_000 })
    .then(() => true)
    .catch(() => false);
  if (!shown) return ["no preview of what is pointed at"];
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const over = await page.evaluate(() => {
    const target = document.querySelector("main .can:hover")?.getBoundingClientRect();
    const preview = document.querySelector("section.outlook")?.getBoundingClientRect();
    if (!target || !preview) return false;
    const across = Math.min(target.right, preview.right) - Math.max(target.left, preview.left);
    const along = Math.min(target.bottom, preview.bottom) - Math.max(target.top, preview.top);
    return across > 1 && along > 1;
  });
  await page.mouse.move(2, 2);
  return over ? ["the preview covers what is pointed at"] : [];
}
