/** Explanations on hover, focus and long press: `<g {@attach tip("Coins are worth ...")}>`. One is shown at a time. */
import type { Attachment } from "svelte/attachments";

export const shown = $state<{ text: string; at: DOMRect | null }>({ text: "", at: null });

const DELAY = 250;
const PRESS = 450;

/** The element that is explained now. */
let by: Element | null = null;

function show(element: Element, text: string): void {
  by = element;
  shown.text = text;
  shown.at = element.getBoundingClientRect();
}

/** Explain an element at once, as where something disabled is tapped. The tap itself still closes what was open before. */
export function explain(element: Element, text: string): void {
  setTimeout(() => element.isConnected && show(element, text));
}

export function hide(): void {
  shown.at = null;
}

/** `text` may be worked out when it is needed. Nothing is added where it is empty. */
export function tip(text: string | (() => string)): Attachment<Element> {
  return (element) => {
    if (!text) return;
    let timer = 0;
    let pressed = false;
    const words = (): string => (typeof text === "string" ? text : text());
    const later = (wait: number, after: () => void): void => {
      clearTimeout(timer);
      timer = window.setTimeout(after, wait);
    };
    const enter = (event: Event): void => {
      if ((event as PointerEvent).pointerType !== "touch") later(DELAY, () => show(element, words()));
    };
    const down = (event: Event): void => {
      if ((event as PointerEvent).pointerType !== "touch") return leave();
      later(PRESS, () => {
        pressed = true;
        show(element, words());
      });
    };
    const up = (event: Event): void => {
      clearTimeout(timer);
      // A long press explains; it does not also play.
      if (pressed && event.type === "click") {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (event.type === "click") pressed = false;
    };
    const focus = (): void => {
      if (element.matches(":focus-visible")) show(element, words());
    };
    // An element that is taken away loses the focus in the midst of drawing, when nothing may change.
    const leave = (): void => {
      clearTimeout(timer);
      queueMicrotask(hide);
    };
    const menu = (event: Event): void => {
      if (pressed) event.preventDefault();
    };
    const listeners: [string, (event: Event) => void][] = [
      ["pointerenter", enter],
      ["pointerleave", leave],
      ["pointerdown", down],
      ["pointerup", up],
      ["pointercancel", leave],
      ["click", up],
      ["contextmenu", menu],
      ["focus", focus],
      ["blur", leave],
    ];
    for (const [name, listener] of listeners) element.addEventListener(name, listener, name === "click");
    return () => {
      clearTimeout(timer);
      // What is explained has gone.
      if (by === element) queueMicrotask(hide);
      for (const [name, listener] of listeners) element.removeEventListener(name, listener, name === "click");
    };
  };
}
