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
  held: boolean;
  here: boolean;
  hints: boolean;
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
  commitment: string;
  over: boolean;
  rematch: string | null;
  created: number;
  seats: SeatInfo[];
  spectators: number;
  deadlines: Record<string, number>;
  proposal: { seat: number; ply: number; agreed: number[] } | null;
}

/** A refusal: a word for programs, a sentence for people, and where a rule forbids it, that rule. */
export interface Refusal {
  status: number;
  error: string;
  reason: string;
  move?: string;
  rule?: string;
  key?: string;
  params?: Facts;
  where?: string;
}

export interface Preview {
  events: GameEvent[];
  view: View;
  /** It stopped before the first draw or hidden fact. */
  stopped: boolean;
  /** How many of the moves were made. */
  at: number;
  /** Why the next one was not, where only the legal ones were asked about. */
  refused?: Refusal;
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
