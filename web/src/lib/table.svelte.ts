/** The data and actions of a board, the same for a live table, a replay and a small board in the rulebook. */
import type { Attachment } from "svelte/attachments";
import { stands } from "./drag";
import { lit } from "./lit.svelte";
import type { Texts } from "./texts.svelte";
import type { Change, Decision, GameEvent, GameId, Preview, Problem, SeatInfo, View } from "./types";

/** What a move would set off, shown before it is made. */
export interface Glass {
  move: string;
  events: GameEvent[];
  changes: Change[];
  /** The position afterwards, as far as it can be known. */
  view: View;
  /** What comes after it. */
  until: Preview["until"];
}

/** A reason shown beside the element that was asked about; `mend` is one move that would make it possible. */
export interface Answer {
  refusal: Problem;
  at: Element | null;
  mend?: string;
}

export interface Table {
  readonly game: GameId;
  /** What is drawn: the position with the tentative moves made. */
  readonly view: View;
  /** The own seat, or none for who only watches. */
  readonly me: number | null;
  readonly seats: readonly SeatInfo[];
  readonly texts: Texts;
  /** The question asked now, after the tentative moves. */
  readonly decision: Decision | null;
  /** Everything that can be played now: answers and free moves. */
  readonly moves: ReadonlySet<string>;
  /** The move under the pointer or the focus, with its consequences. */
  readonly glass: Glass | null;
  /** Play a move, or several that are one choice. It stays tentative as long as nothing is revealed by it. */
  pick(...moves: string[]): void;
  /** Look at a move's consequences; `null` looks away. */
  hover(move: string | null): void;
  /** Ask why a move cannot be made; the answer opens beside the element. */
  whyNot(move: string, at: Element): void;
  /** What the own seat could gain by its next moves, as the server works it out for the game's screen. */
  prospects?(): Promise<Record<string, unknown>>;
  /** Let a person choose among several moves that one place stands for. */
  offer(moves: string[], at: Element): void;
}

/** A table at which nothing can be played: a replay's frame, a cover, a picture in the rulebook. */
export class StillTable implements Table {
  readonly decision = null;
  readonly moves: ReadonlySet<string> = new Set();
  readonly glass = null;
  view: View;

  constructor(
    view: View,
    readonly texts: Texts,
    readonly seats: readonly SeatInfo[],
    readonly me: number | null = view.you,
  ) {
    this.view = $state.raw(view);
  }

  get game(): GameId {
    return this.view.game;
  }
  pick(): void {}
  hover(): void {}
  whyNot(): void {}
  offer(): void {}
}

/**
 * Makes an element, HTML or SVG, stand for a move (or for several, of which the legal ones are offered):
 * `<g {@attach plays(table, "step bank 1")}>`. A legal one gets the class `can`, answers to pointer and keyboard and shows
 * its consequences on hover and focus, and can be dragged to where its move belongs; one that is not legal gets `cannot`
 * and answers why.
 * Nothing is added where nothing is asked of this seat.
 */
export function plays(table: Table, move: string | readonly string[], label?: string): Attachment<Element> {
  const all = typeof move === "string" ? [move] : [...move];
  return (element) => {
    const can = all.filter((m) => table.moves.has(m));
    const first = can[0] ?? all[0];
    if (first === undefined || (can.length === 0 && table.decision === null)) return;
    element.classList.add(can.length ? "can" : "cannot");
    // A greyed thing is not in the way of the keyboard, but can be asked about by pointer and touch.
    const native = element instanceof HTMLButtonElement;
    if (!native) element.setAttribute("role", "button");
    if (!native && can.length) element.setAttribute("tabindex", "0");
    const words = label ?? can.map((m) => table.texts.move(m)).join(" / ");
    const called = element.getAttribute("aria-label");
    if (words) element.setAttribute("aria-label", words);
    if (!can.length) element.setAttribute("aria-disabled", "true");
    element.setAttribute("data-move", first);
    if (can.length > 1) element.setAttribute("data-moves", can.join(";"));

    const act = (event: Event): void => {
      event.stopPropagation();
      if (can.length === 1) table.pick(first);
      else if (can.length > 1) table.offer(can, element);
      else table.whyNot(first, element);
    };
    const key = (event: Event): void => {
      const { key } = event as KeyboardEvent;
      if (native || (key !== "Enter" && key !== " ")) return;
      event.preventDefault();
      act(event);
    };
    const look = (): void => {
      if (can.length === 1) table.hover(first);
    };
    // An element that is taken away loses the focus in the midst of drawing, when nothing may change.
    const away = (): void => queueMicrotask(() => table.hover(null));
    const listeners: [string, (event: Event) => void][] = [
      ["click", act],
      ["keydown", key],
      ["pointerenter", look],
      ["focus", look],
      ["pointerleave", away],
      ["blur", away],
    ];
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    const off = can.length ? [stands(element, table, can), lit.add(element, can)] : [];
    return () => {
      for (const end of off) end();
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
      element.classList.remove("can", "cannot");
      if (words && element.getAttribute("aria-label") === words) {
        if (called === null) element.removeAttribute("aria-label");
        else element.setAttribute("aria-label", called);
      }
      for (const name of ["aria-disabled", "data-move", "data-moves", ...(native ? [] : ["role", "tabindex"])])
        element.removeAttribute(name);
    };
  };
}

/** Says that an element offers these moves in its own way: a slider, a box of numbers, a tool that lights its places. */
export function offers(table: Table, moves: readonly string[]): Attachment<Element> {
  const can = moves.filter((move) => table.moves.has(move));
  return (element) => {
    if (!can.length) return;
    element.setAttribute("data-offers", can.join(";"));
    const off = lit.add(element, can);
    return () => {
      element.removeAttribute("data-offers");
      off();
    };
  };
}
