/** A closer look: hover, focus or a long press on a card opens it large, with its sentences. */
import { mount, unmount } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Table } from "../../lib/table.svelte";
import Peek from "./Peek.svelte";

let shown: { at: Element; close: () => void } | null = null;

function open(table: Table, card: string, at: Element): void {
  shown?.close();
  const { left, right, top } = at.getBoundingClientRect();
  const panel = mount(Peek, { target: document.body, props: { table, card, left, right, top } });
  shown = { at, close: () => void unmount(panel) };
}

function close(at?: Element): void {
  if (!shown || (at && shown.at !== at)) return;
  shown.close();
  shown = null;
}

export function peeks(table: Table, card: string): Attachment<Element> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;
    const later = (ms: number, press = false): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        pressed = press;
        open(table, card, element);
      }, ms);
    };
    // A long press explains; it does not also play.
    const click = (event: Event): void => {
      if (pressed) event.stopImmediatePropagation();
      pressed = false;
    };
    const away = (): void => {
      clearTimeout(timer);
      close(element);
    };
    const on: Record<string, (event: Event) => void> = {
      pointerenter: (event) => (event as PointerEvent).pointerType === "mouse" && later(650),
      pointerleave: away,
      pointerdown: (event) => ((event as PointerEvent).pointerType === "mouse" ? away() : later(450, true)),
      pointercancel: away,
      pointerup: away,
      keydown: (event) => {
        if ((event as KeyboardEvent).key === "i") open(table, card, element);
        if ((event as KeyboardEvent).key === "Escape") away();
      },
      focusout: away,
      contextmenu: (event) => shown && event.preventDefault(),
    };
    for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
    element.addEventListener("click", click, true);
    return () => {
      away();
      element.removeEventListener("click", click, true);
      for (const [name, listener] of Object.entries(on)) element.removeEventListener(name, listener);
    };
  };
}
