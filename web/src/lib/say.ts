/** Sentences about a table that belong to the frame, not to a game. */
import { t } from "./messages";
import type { Texts } from "./texts.svelte";
import type { GameEvent } from "./types";

/** An event in words; that moves were taken back, or that other rules hold, belongs to no game. */
export function eventText(texts: Texts, event: GameEvent): string {
  if (event.kind === "undone" && !texts.has("events", "undone")) {
    return t("shell.undone", { who: event.seat === null ? "" : texts.seat(event.seat) });
  }
  if (event.kind === "rules_changed" && !texts.has("events", "rules_changed")) {
    return t("shell.rules_continued", event.data);
  }
  return texts.event(event);
}

/** "Ada, Bruno" */
export const list = (names: readonly string[]): string => names.join(", ");
