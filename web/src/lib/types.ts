/** What the server sends (contract sections 3 and 7). */

export type Lang = "en" | "de" | "ru";
export const LANGS: readonly Lang[] = ["en", "de", "ru"];
export type GameId = "rise" | "new_angeles" | "fifty_first_state" | "twentieth_century";
/** JSON whose shape the game's page in docs/games describes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
export type Facts = Record<string, unknown>;

export interface Decision {
  id: string;
  kind: string;
  prompt: string;
  rule: string;
  moves: string[];
  data: Facts;
}

export interface View {
  game: GameId;
  players: number;
  ply: number;
  round: number;
  phase: string;
  active: number | null;
  to_act: number[];
  over: boolean;
  scores: (number | null)[] | null;
  winners: number[];
  you: number | null;
  seats: Json[];
  board: Json;
  decision: Decision | null;
  free: string[];
}

export interface GameEvent {
  kind: string;
  seat: number | null;
  data: Facts;
  rule: string | null;
}

export interface SeatInfo {
  seat: number;
  kind: string;
  name: string;
  open: boolean;
  /** An open seat that is kept for somebody who may sit down without an invitation. */
  kept?: boolean;
  held: boolean;
  here: boolean;
  hints: boolean;
}

/** What the players of a table are asked when the rules have changed: continue under the new ones, or keep it read-only. */
export interface RulesChanged {
  from: string;
  to: string;
  rules: string[];
  difference: { ply: number; reason: string } | null;
  /** The move after which the table would continue. */
  position: number;
  /** Moves that would be lost. */
  lost: number;
  /** The game is over: nothing is asked. */
  finished: boolean;
  /** By seat; `null` for no answer yet. */
  votes: (boolean | null)[];
}

export interface TableInfo {
  id: string;
  game: GameId;
  rules: string;
  components: string;
  players: number;
  options: Record<string, string>;
  pace: { mode: "live" | "day"; seconds?: number };
  public: boolean;
  /** One person may hold several seats. */
  hot_seat: boolean;
  commitment: string;
  over: boolean;
  rematch: string | null;
  /** The table at which the same people play again. */
  successor: string | null;
  /** Why the table is read-only: the installed rules differ for its moves. */
  rules_changed: RulesChanged | null;
  created: number;
  seats: SeatInfo[];
  spectators: number;
  deadlines: Record<string, number>;
  proposal: { seat: number; ply: number; agreed: number[] } | null;
}

/** Problem details: a word for programs, a sentence for people, the rule that forbids it, the part of the request. */
export interface Problem {
  type: string;
  rule: string | null;
  reason: string;
  place: string | null;
  move?: string;
  key?: string;
  params?: Facts;
  /** Why a table cannot be opened, or why an account was banned. */
  why?: string;
  /** When a ban ends, in seconds. */
  until?: number;
}

/** A problem with the status of its answer. */
export interface Refusal extends Problem {
  status: number;
}

export interface Preview {
  events: GameEvent[];
  view: View;
  /** It stopped before the first draw or hidden fact. */
  stopped: boolean;
  /** How many of the moves were made. */
  at: number;
  /** Why the next one was not, where only the legal ones were asked about. */
  refused?: Problem;
  /** The table moved on before the question came in. */
  stale?: boolean;
}

/** A line of the log: an event with its number in the table's whole story. */
export interface LogLine extends GameEvent {
  n: number;
}

export interface ChatLine {
  version: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
  /** Somebody asked for another game: the table that was made. */
  rematch?: string;
}

/** What the seat has left with the server, known to nobody else. */
export interface Left {
  standing: boolean;
  /** Whether questions that leave no choice are answered by the server. */
  auto: boolean;
  /** The standing orders of the game, by name. */
  orders: Record<string, boolean>;
  /** Moves of the next turn. */
  prepared: string[];
  /** The prepared move that could not be played. */
  dropped: string | null;
}

export interface Shown {
  table?: TableInfo;
  left?: Left | null;
  deadlines?: Record<string, number>;
  chat?: ChatLine[];
  version: number;
  seat: number | null;
  events: GameEvent[];
  view: View;
}

export interface Hint {
  decision: string;
  move: string;
  reason: { key: string; facts: Facts } | null;
}
