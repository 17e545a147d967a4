/**
 * Dragging, beside click and keyboard: a lit thing is lifted with mouse or pen and put down where one of its moves belongs.
 * That is an element which stands for the same move (`plays`), or a zone that takes its verb: `data-drop="build rebuild"`.
 * Fingers scroll as ever. What looks like the thing is its nearest `data-ghost`, or the element itself.
 */
import { flushSync } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Table } from "./table.svelte";

/** A press becomes a drag after so many pixels; so near to an edge of the page it scrolls. */
const FAR = 10;
const EDGE = 28;

/** A zone hears of what is put down there, before it is played; it may prevent that and play it in its own way. */
export interface Dropped {
  moves: readonly string[];
  x: number;
  y: number;
}

interface Lifting {
  /** Called when it leaves its place, before the places for it are looked for. */
  start?: () => void;
  /** A selector of what is drawn instead of the element. */
  like?: string;
}

interface Source extends Lifting {
  element: Element;
  table: Table;
  moves: readonly string[];
}

/** The legal moves of what is lit. */
const standing = new WeakMap<Element, readonly string[]>();
let drag: Drag | null = null;

/** Makes a thing that is no move by itself liftable: a factory, a marker, a card with several uses. */
export function lifts(table: Table, moves: readonly string[], more: Lifting = {}): Attachment<Element> {
  return (element) => {
    const can = moves.filter((move) => table.moves.has(move));
    if (!can.length) return;
    element.classList.add("lifts");
    const off = watch({ element, table, moves: can, ...more });
    return () => {
      element.classList.remove("lifts");
      off();
    };
  };
}

/** For `plays`: the element can be lifted, and what stands for one of its moves can be put down on it. */
export function stands(element: Element, table: Table, moves: readonly string[]): () => void {
  standing.set(element, moves);
  const off = watch({ element, table, moves });
  return () => {
    standing.delete(element);
    off();
  };
}

function watch(source: Source): () => void {
  const down = (e: Event): void => {
    const event = e as PointerEvent;
    if (event.pointerType === "touch" || event.button !== 0) return;
    // Of things within each other the outer one is lifted: the card, not one of its edges.
    drag?.end();
    drag = new Drag(source, event);
  };
  source.element.addEventListener("pointerdown", down);
  return () => source.element.removeEventListener("pointerdown", down);
}

class Drag {
  private readonly body: Element;
  private readonly root: Element;
  private readonly off = new AbortController();
  private readonly from: { x: number; y: number };
  private at: { x: number; y: number };
  private ghost: HTMLElement | null = null;
  private over: Element | null = null;
  private lifted = false;

  constructor(
    private readonly source: Source,
    private readonly event: PointerEvent,
  ) {
    const { element, like } = source;
    this.root = element.closest("[data-game]") ?? document.body;
    this.body = (like ? this.root.querySelector(like) : null) ?? element.closest("[data-ghost]") ?? element;
    this.from = this.at = { x: event.clientX, y: event.clientY };
    const { signal } = this.off;
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    window.addEventListener("pointerup", (event) => this.up(event), { signal });
    window.addEventListener("pointercancel", () => this.end(), { signal });
    window.addEventListener("blur", () => this.end(), { signal });
    window.addEventListener("keydown", (event) => this.key(event), { signal, capture: true });
  }

  end(): void {
    this.lower();
    this.off.abort();
    if (drag === this) drag = null;
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.event.pointerId) return;
    if (!event.buttons) return this.end();
    this.at = { x: event.clientX, y: event.clientY };
    if (!this.lifted) {
      if (Math.hypot(this.at.x - this.from.x, this.at.y - this.from.y) < FAR) return;
      if (!this.lift()) return this.end();
    }
    this.follow();
  }

  private up(event: PointerEvent): void {
    if (event.pointerId !== this.event.pointerId) return;
    const { over, lifted, at, source } = this;
    const moves = over ? this.fitting(over) : [];
    this.end();
    if (!lifted) return;
    swallowClick();
    if (!over || !moves.length) return;
    const told = new CustomEvent<Dropped>("dropped", { detail: { moves, ...at }, bubbles: true, cancelable: true });
    if (!over.dispatchEvent(told)) return;
    if (moves.length === 1) source.table.pick(moves[0]!);
    else source.table.offer(moves as string[], over);
  }

  /** Escape puts it back; the button is still held down, and its release is no click. */
  private key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.ghost) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.lower();
  }

  /** Nothing is lifted that could be put down nowhere: a press that slipped stays a click. */
  private lift(): boolean {
    const { start } = this.source;
    if (start) flushSync(start);
    const places = [...this.root.querySelectorAll(".can[data-move], [data-drop]")].filter(
      (place) => this.fitting(place).length && place.getClientRects().length,
    );
    if (!places.length) return false;
    this.lifted = true;
    for (const place of places) place.classList.add("drop");
    document.documentElement.classList.add("lifting");
    getSelection()?.removeAllRanges();
    this.ghost = likeness(this.body, this.source.element);
    this.root.append(this.ghost);
    this.scroll();
    return true;
  }

  private lower(): void {
    if (!this.ghost) return;
    this.ghost.remove();
    this.ghost = null;
    document.documentElement.classList.remove("lifting");
    for (const place of this.root.querySelectorAll(".drop")) place.classList.remove("drop", "drop-over");
    if (this.over) this.source.table.hover(null);
    this.over = null;
  }

  private follow(): void {
    if (!this.ghost) return;
    this.ghost.style.translate = `${this.at.x - this.from.x}px ${this.at.y - this.from.y}px`;
    let over: Element | null = null;
    for (const element of document.elementsFromPoint(this.at.x, this.at.y)) {
      over = element.closest(".drop");
      if (over) break;
    }
    if (over === this.over) return;
    this.over?.classList.remove("drop-over");
    over?.classList.add("drop-over");
    this.over = over;
    const moves = over ? this.fitting(over) : [];
    this.source.table.hover(moves.length === 1 ? moves[0]! : null);
  }

  /** Those of the lifted thing's moves that could be made by putting it down here. */
  private fitting(place: Element): string[] {
    const { element, moves, table } = this.source;
    if (this.body.contains(place) || place.contains(element) || place.closest(".bar, [role=dialog]")) return [];
    const verbs = place.getAttribute("data-drop")?.split(" ") ?? [];
    const here = standing.get(place) ?? [];
    return moves.filter(
      (move) => table.moves.has(move) && (here.includes(move) || verbs.includes(move.split(" ", 1)[0]!)),
    );
  }

  /** Near its upper and lower edge the page moves on until a place is reached: hand and board need not fit on one screen. */
  private scroll(): void {
    const page = this.root.querySelector("main");
    if (!this.ghost || !page) return;
    const { left, right, top, bottom } = page.getBoundingClientRect();
    const { x, y } = this.at;
    const way = this.over || x < left || x > right ? 0 : y < top + EDGE ? -1 : y > bottom - EDGE ? 1 : 0;
    if (way) {
      page.scrollBy({ top: way * 10, behavior: "instant" });
      this.follow();
    }
    requestAnimationFrame(() => this.scroll());
  }
}

/** The release of a drag is no click; the next press is one again, however late timers come on a busy device. */
function swallowClick(): void {
  const done = new AbortController();
  const once = { capture: true, signal: done.signal };
  const swallow = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
    done.abort();
  };
  window.addEventListener("click", swallow, once);
  window.addEventListener("pointerdown", () => done.abort(), once);
  setTimeout(() => done.abort());
}

/** A picture of a thing that hangs at the pointer: a copy that stands for nothing, or its words where it is only a frame. */
function likeness(body: Element, named: Element): HTMLElement {
  const ghost = document.createElement("div");
  const { left, top, width, height } = body.getBoundingClientRect();
  ghost.className = "lifted";
  ghost.inert = true;
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  const empty = body instanceof HTMLElement && !body.childElementCount && !body.textContent?.trim();
  if (empty) {
    ghost.classList.add("words");
    ghost.textContent = named.getAttribute("aria-label");
    return ghost;
  }
  const copy = body.cloneNode(true) as HTMLElement | SVGElement;
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    element.classList.remove("can", "cannot", "lifts");
    for (const name of ["id", "role", "tabindex", "data-move", "data-drop"]) element.removeAttribute(name);
  }
  ghost.append(body instanceof SVGGraphicsElement && body.ownerSVGElement ? framed(copy, body) : copy);
  return ghost;
}

/** A part of a drawing needs a drawing of its own around it. */
function framed(copy: Element, body: SVGGraphicsElement): SVGSVGElement {
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const { x, y, width, height } = body.getBBox();
  frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.removeAttribute("transform");
  (copy as SVGElement).style.transform = "";
  frame.append(copy);
  return frame;
}
