/** Shows events at the speed a person chose: step by step, with key moments held until they were seen. */
import type { GameEvent, Seen } from "./types";

export const PACES = ["step", "slow", "normal", "fast", "instant"] as const;
export type Pace = (typeof PACES)[number];

/** In milliseconds: a step of the others, a held moment, and each further line of it. */
const TIMES: Record<Exclude<Pace, "step" | "instant">, { beat: number; hold: number; line: number }> = {
  slow: { beat: 900, hold: 3600, line: 900 },
  normal: { beat: 300, hold: 1200, line: 250 },
  fast: { beat: 150, hold: 600, line: 120 },
};
/** A long queue is shown faster: how much shorter a step is for each that waits, and the least it lasts. */
const HURRY = 30;
const LEAST = 60;

/** Events that are held together. */
export interface Moment {
  group: string;
  events: GameEvent[];
}

/** The moments of a step; `groups` names the kinds of events that are held. */
export function momentsOf(events: readonly GameEvent[], groups: Readonly<Record<string, string>>): Moment[] {
  const found: Moment[] = [];
  for (const event of events) {
    const group = groups[event.kind];
    if (group === undefined) continue;
    const last = found.at(-1);
    if (last?.group === group) last.events.push(event);
    else found.push({ group, events: [event] });
  }
  return found;
}

export class Pacing {
  /** The moment that is held now. */
  held = $state.raw<Moment | null>(null);
  /** Something still waits to be shown. */
  running = $state(false);
  /** Step by step: it goes on only when somebody says so. */
  paused = $state(false);
  #waiting: Seen[] = [];
  #moments: Moment[] = [];
  #timer = 0;

  constructor(
    private readonly show: (shown: Seen) => void,
    private readonly pace: () => Pace,
    private readonly groups: () => Readonly<Record<string, string>>,
  ) {}

  /** Show a step when its turn has come. */
  add(shown: Seen): void {
    this.#waiting.push(shown);
    if (!this.running) this.goOn();
  }

  /** Hold the moments of a step that is on the screen already. */
  hold(events: readonly GameEvent[]): void {
    if (this.pace() === "instant") return;
    this.#moments.push(...momentsOf(events, this.groups()));
    if (!this.running && this.#moments.length) this.goOn();
  }

  /** The next moment or step. */
  goOn(): void {
    clearTimeout(this.#timer);
    this.paused = false;
    this.held = this.#moments.shift() ?? null;
    if (this.held) return this.#wait(this.held.events.length);
    const next = this.#waiting.shift();
    this.running = next !== undefined;
    if (!next) return;
    this.show(next);
    if (this.pace() !== "instant") this.#moments = momentsOf(next.events, this.groups());
    if (this.#moments.length) this.goOn();
    else this.#wait(0);
  }

  /** Until what is shown was seen; `lines` of a held moment, none for a step. */
  #wait(lines: number): void {
    this.running = true;
    const pace = this.pace();
    if (pace === "step") {
      this.paused = true;
      return;
    }
    const times = pace === "instant" ? null : TIMES[pace];
    const beat = Math.max(LEAST, (times?.beat ?? 0) - HURRY * this.#waiting.length);
    const time = lines && times ? times.hold + times.line * (lines - 1) : beat;
    this.#timer = window.setTimeout(() => this.goOn(), time);
  }

  /** Show everything that waits to be shown, and hold nothing. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#moments = [];
    this.held = null;
    this.running = this.paused = false;
    for (const shown of this.#waiting.splice(0)) this.show(shown);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#moments = [];
  }
}
