/** Animates cards, tiles and coins that move from a visible place to a seat. */
import { tick } from "svelte";
import { calm } from "./settings.svelte";
import type { GameEvent } from "./types";

/** `from` is a selector of what flies, or the seat that coins come from. */
export interface Flight {
  from: string | number;
  to: number;
}
/** By the event's kind; an event that does not name both ends is not shown so. */
export type Flights = Readonly<Record<string, (event: GameEvent) => Flight>>;

const MS = 300;
const MOST = 4;

/** Of something that carries its slug: `data-thing="b06"`. */
export const thing = (slug: unknown, name = "thing"): string => `[data-${name}="${CSS.escape(String(slug))}"]`;

/** Call it before the screen shows what the events led to: what flies is still where it was. */
export function depart(root: HTMLElement, events: readonly GameEvent[], flights: Flights, me: number | null): void {
  if (calm() || document.hidden) return;
  for (const event of events.filter(({ kind, seat }) => flights[kind] && seat !== null).slice(0, MOST)) {
    const { from, to } = flights[event.kind]!(event);
    const left = typeof from === "number" ? home(root, from, me) : root.querySelector(from);
    const start = left?.getBoundingClientRect();
    if (!left || !start?.width) continue;
    const ghost = typeof from === "number" ? document.createElement("i") : (left.cloneNode(true) as HTMLElement);
    const size = typeof from === "number" ? new DOMRect(middle(start).x - 9, middle(start).y - 9, 18, 18) : start;
    if (typeof from === "number") ghost.dataset["coin"] = "";
    // The screen is drawn anew first: the seat's place may have moved.
    void tick().then(() => fly(root, ghost, size, home(root, to, me)?.getBoundingClientRect()));
  }
}

/** A seat's place on the screen; on a phone the tab behind which it lies. */
function home(root: HTMLElement, seat: number, me: number | null): Element | null {
  return root.querySelector(`[data-home="${seat}"]`) ?? root.querySelector(seat === me ? "#tab-mine" : "#tab-others");
}

const middle = ({ x, y, width, height }: DOMRect): { x: number; y: number } => ({
  x: x + width / 2,
  y: Math.min(y + height / 2, innerHeight - 40),
});

function fly(root: HTMLElement, ghost: HTMLElement, from: DOMRect, to: DOMRect | undefined): void {
  if (!to) return;
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  ghost.classList.add("flies");
  const { x, y, width, height } = from;
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  root.append(ghost);
  const [a, b] = [middle(from), middle(to)];
  const there = `translate(${b.x - a.x}px, ${b.y - a.y}px) scale(${Math.min(1, 40 / Math.max(width, height))})`;
  const flight = ghost.animate(
    [{ transform: "none" }, { opacity: 1, offset: 0.8 }, { transform: there, opacity: 0.2 }],
    {
      duration: MS,
      easing: "ease-in-out",
    },
  );
  const skip = (): void => flight.finish();
  addEventListener("pointerdown", skip, { once: true });
  flight.onfinish = flight.oncancel = () => {
    removeEventListener("pointerdown", skip);
    ghost.remove();
  };
}
