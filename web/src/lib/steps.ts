/** What others do, shown one step after the other. */
import type { Seen } from "./types";

/** How long each step of the others is shown before the next. */
const BEAT = 380;

export class Steps {
  #waiting: Seen[] = [];
  #pump = 0;
  #running = false;

  /** `running` hears whether something still waits to be shown. */
  constructor(
    private readonly show: (shown: Seen) => void,
    private readonly running: (on: boolean) => void,
  ) {}

  add(shown: Seen): void {
    this.#waiting.push(shown);
    if (!this.#running) this.#step();
  }

  #step(): void {
    const next = this.#waiting.shift();
    this.#run(next !== undefined);
    if (!next) return;
    this.show(next);
    this.#pump = window.setTimeout(() => this.#step(), Math.max(60, BEAT - 25 * this.#waiting.length));
  }

  /** Show everything that waits to be shown. */
  skip(): void {
    clearTimeout(this.#pump);
    for (const shown of this.#waiting.splice(0)) this.show(shown);
    this.#run(false);
  }

  close(): void {
    clearTimeout(this.#pump);
    this.#waiting = [];
  }

  #run(on: boolean): void {
    this.#running = on;
    this.running(on);
  }
}
