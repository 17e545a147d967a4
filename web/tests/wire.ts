/** Every byte of the game that reached one browser, to be compared with what its seat may know. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ENV, PYTHON } from "./server";

/** A view with the events that came with it. */
interface Frame {
  version: number;
  seat: number | null;
  events: unknown[];
  view: unknown;
}

export class Wire {
  /** By version: what was pushed, and what answers to moves said. */
  readonly frames: Frame[] = [];
  /** Everything as text. */
  readonly texts: string[] = [];
  #reading: Promise<unknown>[] = [];

  constructor(page: Page) {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => this.#hear(payload.toString()));
    });
    page.on("response", (response) => {
      if (!response.url().includes("/api/tables/")) return;
      this.#reading.push(
        response
          .text()
          .then((text) => this.#hear(text, response.url().endsWith("/preview")))
          .catch(() => undefined),
      );
    });
  }

  #hear(text: string, thought = false): void {
    this.texts.push(text);
    const told = JSON.parse(text) as Partial<Frame>;
    if (!thought && told.view && told.events) this.frames.push(told as Frame);
  }

  async all(): Promise<Frame[]> {
    await Promise.all(this.#reading);
    return this.frames;
  }

  /** Replays the finished game's record and compares each view and each event with what the seat may see of the truth. */
  async check(record: string, seat: number): Promise<string> {
    const input = JSON.stringify({ record, seat, frames: await this.all() });
    return execFileSync(PYTHON, [join(import.meta.dirname, "wire.py")], { env: ENV, input, maxBuffer: 1e9 }).toString();
  }
}
