/** The shapes of RISE's view and component sheets (docs/games/rise.md, data/components.toml), and small questions about them. */
import type { Table } from "../../lib/table.svelte";
import type { Json, View } from "../../lib/types";

export const TRACKS = [
  "satisfaction",
  "science",
  "culture",
  "politics",
  "environment",
  "school",
  "bank",
  "press",
  "industry",
  "office",
] as const;
export type TrackName = (typeof TRACKS)[number];

export type Effect =
  | { op: "advance" | "retreat"; track: TrackName; n: number }
  | { op: "coins" | "vp" | "joker"; n: number }
  | { op: "school_run" | "school_refresh" | "school_run_or_refresh" | "vault" | "take_school_tile" }
  | { op: "pay"; coins: number; gain: Effect[] }
  | { op: "exchange"; pay_coins: number; gain_vp: number; max: number }
  | { op: "choice"; options: Effect[][] }
  | { op: "if_happiest" | "if_unhappiest"; gain: Effect[] }
  /** Only for drawing: a tile or a rate, which the data keeps elsewhere. */
  | { op: "rate"; vp: number; coins: number }
  | { op: "culture_tile"; id: string };

export interface FieldSheet {
  id: string;
  /** The id in words where it is more than a number. */
  name: string;
  text: string;
  next: string[];
  prev?: string[];
  effects: Effect[];
  level?: number;
  row?: "upper" | "lower";
  path?: string;
  single?: boolean;
  home?: boolean;
  shortcut?: string;
  tile_slot?: "school" | "culture";
  rank?: number;
  first_come?: string;
  free_placement?: number;
  penalty?: string;
  retreat_effects?: Effect[];
  leave?: Effect[];
  leaving?: Effect[];
  income?: { coins?: number; vp?: number };
  exchange?: { vp: number; coins: number };
  round_end?: number;
  game_end?: number;
  game_end_exchange?: { pay_coins: number; gain_vp: number; max: number };
}

export interface SideSheet {
  kind: "two_way" | "linear" | "graph" | "paths";
  text: string;
  start: string;
  last?: string;
  last_fields?: string[];
  fields: FieldSheet[];
  overflow: Effect[];
  underflow?: Effect[];
  per_step?: Effect[];
  leave_track?: boolean;
  leave_always?: Effect[];
  happiest_round_end_vp?: number;
  game_end_vp_per_field?: number;
  first_come?: Record<string, Record<string, number[]>>;
  paths?: string[];
}

export interface SeatView {
  points: number;
  coins: number;
  coin_limit: number;
  vault_turned: boolean;
  tracks: Record<TrackName, string>;
  exchange: { points: number; coins: number };
  income: { coins: number; points: number };
  /** What placing below each action card costs now, with the points that would be exchanged. */
  placement: { coins: number; points: number }[];
  penalty: string | null;
  active_tiles: string[];
  inactive_tiles: string[];
  culture_tiles: string[];
}

export interface BoardView {
  sides: string;
  actions: (string | null)[];
  events: (string | null)[];
  factories: number[][];
  order: (number | null)[];
  turn_order: number[];
  school: Record<string, string>;
  culture: Record<string, string>;
  arrivals: Record<string, number>;
  ranks: number[];
  discards: { actions: string[]; events: string[] };
  decks: Record<string, { size: number; removed: number }>;
}

export const seatOf = (view: View, seat: number): SeatView => view.seats[seat] as SeatView;
export const boardOf = (view: View): BoardView => view.board as BoardView;

export const letterOf = (view: View, track: TrackName): "A" | "B" =>
  boardOf(view).sides[TRACKS.indexOf(track)] === "B" ? "B" : "A";

export const sideOf = (table: Table, track: TrackName): SideSheet =>
  table.texts.sheets["tracks"]?.[track]?.[letterOf(table.view, track)] as SideSheet;

export const fieldOf = (side: SideSheet, id: string): FieldSheet =>
  side.fields.find((field) => field.id === id) ?? side.fields[0]!;

export const sheetOf = (table: Table, kind: string, id: string): Json => table.texts.sheets[kind]?.[id] ?? {};

/** A seat's name as the table knows it. */
export const nameOf = (table: Table, seat: number): string => table.seats[seat]?.name ?? `${seat + 1}`;

/** The fields one step away, those in the way that are occupied left out of account. */
export function ahead(field: FieldSheet): string[] {
  return field.shortcut ? [...field.next, field.shortcut] : field.next;
}

export const lasts = (side: SideSheet): string[] => side.last_fields ?? (side.last === undefined ? [] : [side.last]);

/** How many fields a marker is away from the start. */
export function distance(side: SideSheet, id: string): number {
  const field = fieldOf(side, id);
  if (field.level !== undefined) return field.level;
  if (side.kind === "paths") return Number(/\d*$/.exec(id)![0]) || 0;
  const at = (wanted: string): number => side.fields.findIndex((f) => f.id === wanted);
  return at(id) - at(side.start);
}

/** A pending piece of work as the engine describes it, as the effect it came from (`effect_of` in texts.py). */
type Frame = [string, number, ...Json[]];

export function effectOf(frame: Frame): Effect {
  const [kind, , a, b, c] = frame;
  if (kind === "advance" || kind === "retreat") return { op: kind, track: TRACKS[a as number]!, n: b as number };
  if (kind === "coins" || kind === "vp" || kind === "joker") return { op: kind, n: a as number };
  if (kind === "pay") return { op: "pay", coins: a as number, gain: inside(b) };
  if (kind === "trade") return { op: "exchange", pay_coins: a as number, gain_vp: b as number, max: c as number };
  if (kind === "choose")
    return {
      op: "choice",
      options: (a as [number, Frame[]][]).map(([cost, gain]) => priced(cost, inside(gain))),
    };
  if (kind === "if_happiest" || kind === "if_unhappiest") return { op: kind, gain: inside(a) };
  if (kind === "run" || kind === "refresh" || kind === "run_or_refresh") return { op: `school_${kind}` };
  return { op: kind } as Effect;
}

/** Frames lie with the first one on top, so that a list inside a frame is read from its end. */
const inside = (frames: Json): Effect[] => [...(frames as Frame[])].reverse().map(effectOf);

const priced = (cost: number, gain: Effect[]): Effect[] => (cost ? [{ op: "pay", coins: cost, gain }] : gain);

/** The alternatives asked about, each as a list of effects. */
export function alternatives(table: Table): Effect[][] {
  const told = table.decision?.data["alternatives"] as [number, Frame[]][] | undefined;
  return (told ?? []).map(([cost, gain]) => priced(cost, gain.map(effectOf)));
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** What a move gives, in symbols; nothing where it gives nothing or too much to tell. */
export function gives(table: Table, move: string): Effect[] {
  const [verb = "", first = "", second = ""] = move.split(" ");
  const { view, decision, me } = table;
  if (me === null) return [];
  const own = seatOf(view, me);
  const data = decision?.data ?? {};
  switch (verb) {
    case "upper":
    case "lower":
      return optionEffects(table, String(data["action"]), verb);
    case "step":
      return entering(table, first as TrackName, second);
    case "joker":
      return [{ op: "advance", track: first as TrackName, n: 1 }];
    case "overflow":
      return sideOf(table, first as TrackName).overflow;
    case "leave":
      return fieldOf(sideOf(table, first as TrackName), own.tracks[first as TrackName]).leaving ?? [];
    case "choose":
      return alternatives(table)[Number(first) - 1] ?? [];
    case "pay":
      return ((data["gain"] as Frame[] | undefined) ?? []).map(effectOf);
    case "trade":
      return Number(first) ? [{ op: "rate", coins: -Number(first), vp: Number(first) }] : [];
    case "run":
      return (sheetOf(table, "school_tiles", first).effects as Effect[] | undefined) ?? [];
    case "refresh":
      return [{ op: "school_refresh" }];
    case "take":
      return [{ op: "culture_tile", id: first }];
    case "field":
      return fieldOf(sideOf(table, "culture"), own.tracks.culture).effects;
    case "exchange":
      return [{ op: "rate", vp: own.exchange.points, coins: own.exchange.coins }];
    default:
      return [];
  }
}

/** What a step onto a field sets off: the track's drawback, the tile lying there, the field itself. */
export function entering(table: Table, track: TrackName, id: string): Effect[] {
  const side = sideOf(table, track);
  const field = fieldOf(side, id);
  const tile = boardOf(table.view).school[id];
  const lying = track === "school" && tile ? (sheetOf(table, "school_tiles", tile).effects as Effect[]) : [];
  const own = field.effects.filter((effect) => effect.op !== "take_school_tile");
  return [...(side.per_step ?? []), ...lying, ...own];
}

interface OptionSheet {
  effects: Effect[];
  cost_coins?: number;
  cost_revolt?: number;
  requires_happiest?: boolean;
  text: string;
}

export const optionOf = (table: Table, card: string, which: "upper" | "lower"): OptionSheet =>
  sheetOf(table, "action_cards", card)[which] as OptionSheet;

/** An option of an action card with its price in front. */
export function optionEffects(table: Table, card: string, which: "upper" | "lower"): Effect[] {
  const option = optionOf(table, card, which);
  if (!option) return [];
  let found = option.effects;
  if (option.cost_revolt) found = [{ op: "retreat", track: "satisfaction", n: option.cost_revolt }, ...found];
  if (option.cost_coins) found = [{ op: "pay", coins: option.cost_coins, gain: found }];
  if (option.requires_happiest) found = [{ op: "if_happiest", gain: found }];
  return found;
}
