/** People at browsers: each with a page of their own whose console stays silent. */
import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Server } from "./server";
import { Wire } from "./wire";

export type GameId = "rise" | "new_angeles" | "fifty_first_state" | "twentieth_century";
export const GAMES: readonly GameId[] = ["rise", "new_angeles", "fifty_first_state", "twentieth_century"];
export const FEWEST: Record<GameId, number> = { rise: 2, new_angeles: 4, fifty_first_state: 2, twentieth_century: 3 };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
/** What is allowed in the console of a page that lost its connection. */
const LOST = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|WebSocket connection/;

export class Person {
  readonly errors: string[] = [];
  /** What the server refused; where the console was not silent, it says why. */
  readonly refused: string[] = [];
  readonly wire: Wire;

  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly url: string,
  ) {
    this.wire = new Wire(page);
    page.on("console", (message) => {
      if (message.type() === "error" && !LOST.test(message.text()))
        this.errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("response", (answer) => {
      if (answer.status() >= 400)
        this.refused.push(`${answer.status()} ${answer.url()} ${answer.request().postData()}`);
    });
  }

  async open(path = "/"): Promise<void> {
    await this.page.goto(this.url + path);
  }

  /** A call as the page would make it. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.page.evaluate(
      async ([method, path, body]) => {
        const init = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
        const answer = await fetch(`/api${path}`, body === undefined ? { method } : init);
        const text = await answer.text();
        return (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as never;
      },
      [method, path, body] as const,
    );
  }

  /** A table with easy bots, made without the screen; opens it. */
  async sit(game: GameId, seats?: string[], more: object = {}): Promise<string> {
    await this.open();
    await this.ask("POST", "/session", { name: "Anna" });
    const wanted = seats ?? ["me", ...Array<string>(FEWEST[game] - 1).fill("bot:easy")];
    const made = await this.ask<{ id: string }>("POST", "/tables", {
      game,
      players: wanted.length,
      seats: wanted,
      ...more,
    });
    await this.open(`/t/${made.id}`);
    return made.id;
  }

  get bar() {
    return this.page.locator(".bar");
  }
  get options() {
    return this.bar.locator(".all button");
  }
  get confirm() {
    return this.bar.locator(".row button.main:enabled");
  }

  /** Whether something is asked now; waits until it is, or until the game is over. */
  async asked(): Promise<boolean> {
    await expect(this.confirm.or(this.options).first()).toBeAttached({ timeout: 30_000 });
    return !(await this.page.evaluate(() => document.querySelector("[data-step]")?.hasAttribute("data-over")));
  }

  /** Choose from the full list of moves, which is opened first. */
  async take(option: Locator): Promise<void> {
    const fold = this.bar.locator('.fold[aria-expanded="false"]');
    // A question that has just come closes the list again.
    await expect(async () => {
      if (await fold.count()) await fold.first().click({ timeout: 2_000 });
      await option.click({ timeout: 2_000 });
    }).toPass({ timeout: 30_000, intervals: [50, 100, 250] });
  }

  /** Where the game and the own plan stand; nothing while a curtain is down. */
  async stand(what: "step" | "ply" | "lines" = "step"): Promise<string | null> {
    return this.page.evaluate(
      (name) => document.querySelector("[data-step]")?.getAttribute(`data-${name}`) ?? null,
      what,
    );
  }

  /** Waits until the screen shows something else. */
  async went(before: string | null): Promise<void> {
    await expect.poll(() => this.stand(), { intervals: [20, 50, 100, 250] }).not.toBe(before);
  }

  /** One click in the decision bar: an answer, or the confirmation. */
  async step(choose: (count: number) => number): Promise<boolean> {
    if (!(await this.asked())) return false;
    const before = await this.stand();
    if (await this.confirm.count()) await this.confirm.first().click();
    else await this.take(this.options.nth(choose(await this.options.count())));
    await this.went(before);
    return true;
  }

  async sideways(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  }

  /** What axe-core holds to be a serious fault of the page as it is now. */
  async faults(): Promise<string[]> {
    return this.violations(["serious", "critical"]);
  }

  /** Everything that axe-core finds on the page as it is now, or what has one of these impacts. */
  async violations(impacts: string[] | null = null): Promise<string[]> {
    await this.page.evaluate(`${AXE};0`);
    return this.page.evaluate(async (impacts) => {
      const { axe } = window as unknown as { axe: { run: (o: object) => Promise<{ violations: Fault[] }> } };
      interface Fault {
        id: string;
        impact: string;
        nodes: { html: string; any: { message: string }[] }[];
      }
      // A drawn card that stands for a move is called by that move, not by everything that is printed on it.
      const rules = { "label-content-name-mismatch": { enabled: false } };
      const { violations } = await axe.run({ resultTypes: ["violations"], rules });
      return violations
        .filter(({ impact }) => impacts === null || impacts.includes(impact))
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes[0]!.html.slice(0, 200)} ${nodes[0]!.any[0]?.message ?? ""} (${nodes.length})`,
        );
    }, impacts);
  }
}

interface Fixtures {
  /** Sit down at a browser; everybody's console is checked at the end. */
  arrive: (options?: Parameters<import("@playwright/test").Browser["newContext"]>[0]) => Promise<Person>;
  anna: Person;
}

export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  arrive: async ({ browser, server }, use) => {
    const people: Person[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: "en-GB",
        reducedMotion: "reduce",
        ...options,
      });
      await context.addInitScript(() => {
        localStorage.setItem(
          "tafelrunde",
          localStorage.getItem("tafelrunde") ?? JSON.stringify({ coached: ["table"] }),
        );
      });
      const person = new Person(await context.newPage(), context, server.url);
      people.push(person);
      return person;
    });
    for (const person of people) {
      expect(person.errors, `the console is silent ${person.refused.join(" ")}`).toEqual([]);
      await person.context.close();
    }
  },
  anna: async ({ arrive }, use) => use(await arrive()),
});

export { expect };

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
}
