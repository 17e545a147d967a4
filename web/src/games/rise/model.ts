/** The shapes of RISE's view and component sheets (docs/games/rise.md, data/components.toml), and small questions about them. */
import type { Table } from "../../lib/table.svelte";
import type { View } from "../../lib/types";
import type { RiseBoard, RiseSeat, RiseView } from "../../wire/api";

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

/** One symbol, as the server names it. */
export interface Sign {
  kind: string;
  track?: TrackName;
  n?: number;
}

/** An effect with its symbols from the server: they stand in front of those of the effects inside it. */
export interface Effect {
  signs: Sign[];
  gain?: Effect[];
  options?: Effect[][];
}

/** Numbers of the view in the symbols of effects. */
export const drawn = (...signs: Sign[]): Effect => ({ signs });
export const rate = (points: number, coins: number): Effect =>
  drawn({ kind: "points", n: -points }, { kind: "then" }, { kind: "coin", n: coins });
export const income = (coins: number, points: number): Effect[] => [
  ...(coins ? [drawn({ kind: "coin", n: coins })] : []),
  ...(points ? [drawn({ kind: "points", n: points })] : []),
];

export interface FieldSheet {
  id: string;
  /** The id in words where it is more than a number. */
  name: string;
  text: string;
  next: string[];
  prev?: string[];
  effects: Effect[];
  /** The effects without that of taking the tile that lies here. */
  printed: Effect[];
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
  game_end_exchange?: Effect;
}

export interface SideSheet {
  kind: "two_way" | "linear" | "graph" | "paths";
  text: string;
  start: string;
  /** The fields beyond which steps lapse. */
  ends: string[];
  fields: FieldSheet[];
  overflow: Effect[];
  underflow?: Effect[];
  per_step?: Effect[];
  leave_track?: boolean;
  leave_always?: Effect[];
  happiest_round_end_vp?: number;
  game_end_vp_per_field?: number;
  first_come?: Record<string, Record<string, number[]>>;
  paths: string[];
}

export const seatOf = (view: View, seat: number): RiseSeat => (view as RiseView).seats[seat]!;
export const boardOf = (view: View): RiseBoard => (view as RiseView).board;

export const letterOf = (view: View, track: TrackName): "A" | "B" =>
  boardOf(view).sides[TRACKS.indexOf(track)] === "B" ? "B" : "A";

export const sideOf = (table: Table, track: TrackName): SideSheet =>
  table.texts.sheets["tracks"]?.[track]?.[letterOf(table.view, track)] as unknown as SideSheet;

export const fieldOf = (side: SideSheet, id: string): FieldSheet =>
  side.fields.find((field) => field.id === id) ?? side.fields[0]!;

/** A card or tile: not all have all of this. */
export interface CardSheet {
  name: string;
  text: string;
  epoch: number;
  effects?: Effect[];
  upper: OptionSheet;
  lower: OptionSheet;
  tile?: string;
}

export const sheetOf = (table: Table, kind: string, id: string): CardSheet =>
  (table.texts.sheets[kind]?.[id] ?? {}) as unknown as CardSheet;

/** A seat's name as the table knows it. */
export const nameOf = (table: Table, seat: number): string => table.seats[seat]?.name ?? `${seat + 1}`;

/** The fields one step away, those in the way that are occupied left out of account. */
export function ahead(field: FieldSheet): string[] {
  return field.shortcut ? [...field.next, field.shortcut] : field.next;
}

/** How many fields a marker is away from the start. */
export function distance(side: SideSheet, id: string): number {
  const field = fieldOf(side, id);
  if (field.level !== undefined) return field.level;
  if (side.kind === "paths") return Number(/\d*$/.exec(id)![0]) || 0;
  const at = (wanted: string): number => side.fields.findIndex((f) => f.id === wanted);
  return at(id) - at(side.start);
}

/** Whether what a decision tells of an effect is what a sheet shows: the same data, which has symbols in the sheets only. */
function printed(told: unknown, sheet: unknown): boolean {
  if (told === null || typeof told !== "object") return told === sheet;
  if (sheet === null || typeof sheet !== "object") return false;
  const shown = new Map(Object.entries(sheet));
  return Object.entries(told).every(([key, value]) => printed(value, shown.get(key)));
}

/** The one of these effects that the open question is about. */
export function asked(table: Table, effects: readonly Effect[]): Effect | undefined {
  const told = table.decision?.data["effect"];
  return told === undefined ? undefined : effects.find((effect) => printed(told, effect));
}

/** What a step onto a field sets off: the track's drawback, the tile lying there, the field itself. */
export function entering(table: Table, track: TrackName, id: string): Effect[] {
  const side = sideOf(table, track);
  const tile = boardOf(table.view).school[id];
  const lying = track === "school" && tile ? (sheetOf(table, "school_tiles", tile).effects ?? []) : [];
  return [...(side.per_step ?? []), ...lying, ...fieldOf(side, id).printed];
}

interface OptionSheet {
  /** The effects with condition and price in front. */
  shown: Effect[];
  text: string;
}

export const optionOf = (table: Table, card: string, which: "upper" | "lower"): OptionSheet =>
  sheetOf(table, "action_cards", card)[which];
