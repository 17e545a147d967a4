/** The types of requests and responses (generated from the OpenAPI description), under the names that screens use. */
import type { Lang, Event as GameEvent, Problem, Shown, Standing } from "../wire/api";

export type {
  Change,
  ChatLine,
  Decision,
  Event as GameEvent,
  GameId,
  Hint,
  Lang,
  Left,
  Preview,
  Problem,
  RulesChanged,
  Shown,
  Chair as SeatInfo,
  Table as TableInfo,
  View,
} from "../wire/api";

export const LANGS: readonly Lang[] = ["en", "de", "ru"];
/** What a sentence is filled with. */
export type Facts = Record<string, unknown>;

/** A problem with the status of its answer. */
export interface Refusal extends Problem {
  status: number;
}

/** A push, or an answer with a view: all have the position, only some what is around it. */
export type Seen = Pick<Standing, "version" | "seat" | "events" | "view"> &
  Partial<Pick<Shown, "deadlines" | "table" | "left" | "chat">>;

/** A line of the log: an event with its number in the table's whole story. */
export interface LogLine extends GameEvent {
  n: number;
}
