/** The shapes of this game's view and sheets (docs/games/twentieth_century.md). */
import type { Table } from "../../lib/table.svelte";

export const GOODS = ["coins", "science", "prosperity"] as const;
export type Good = (typeof GOODS)[number];
export type Goods = Record<Good, number>;

export interface City extends Goods {
  plants: number;
}

/** A land or a facility as it is printed; points on a square of 8 × 8. */
export interface TileSheet {
  name: string;
  text: string;
  stack: string;
  points: Record<string, [number, number]>;
  rails: [string, string][];
  cities: Record<string, City>;
  facility?: string;
  building?: string;
}

export interface TechnologySheet extends TileSheet {
  /** What it is for, without what happens at once. */
  effect: string;
  eco: { garbage: number; left: number; right: number };
  uses: Use[];
}

/** One use of a technology, with the moves that it stands for. */
export interface Use extends Goods {
  op: string;
  /** The key of a seat's technology that tells whether the use is over; empty for a facility. */
  over: "" | "spent" | "used";
  /** The verb of its moves; empty if nothing is left to be done. */
  verb: string;
  names_technology: boolean;
  /** What its moves name beside the technology; empty if they act at once. */
  target: "" | "land" | "city" | "tile";
}

export interface Laid {
  cell: [number, number];
  turn: number;
  bridges: [string, string][];
  citizens?: string[];
  garbage?: number;
}
export type RegionView = Record<string, Laid>;

/** What track joins in a region; points are named as on the sheet of their tile, cities as `tile city`. */
export interface Track {
  /** What cities yield, where facilities raise it. */
  worth: Record<string, Goods>;
  /** For each tile the directions (0 north, then clockwise) in which its track ends at a neighbour. */
  dead_ends: Record<string, number[]>;
  services: { facility: string; city: string; good: Good; way: string[] }[];
  /** For each plant the lands in its reach, with the way to the edge. */
  reach: Record<string, Record<string, string[]>>;
  /** Cities between which a locomotive can go, and the pieces of track that join them. */
  lines: { cities: string[]; track: string[] }[];
}

/** What a tile would bring in one place: for one of its cities, or for a facility. */
export interface Prospect {
  city: string | null;
  gain: Goods;
  cleans: number;
}

/** A tile laid on a cell, turned so. */
export interface Placement {
  cities: Prospect[];
  best: Prospect;
  /** Plants of the region that would reach the new land. */
  cleaners: number;
  worth: Record<string, Goods>;
  ways: { way: string[]; kind: Good | "plants"; idle: boolean }[];
}

/** What the own seat could gain by its next moves; worked out by the server when the screen asks. */
export interface Prospects {
  lands?: Record<string, Prospect>;
  /** By cell (`x,y`): the four rotations of the tile in hand. */
  cells?: Record<string, Placement[]>;
  advice?: { key: string; facts: Record<string, unknown> }[];
}

export interface SeatView {
  points: number;
  coins: number | null;
  science: number | null;
  pollution: number;
  yields: Goods;
  prospect: Goods;
  region: RegionView;
  unlaid: Record<string, { garbage?: number }>;
  loose_citizens: string[];
  waiting_garbage: number;
  bought: string[];
  technologies: Record<string, { spent?: boolean; used?: boolean }>;
  plants: Record<string, string[]>;
  lines: string[][];
  track: Track;
  auction: "in" | "passed" | "quit";
  disaster: { column: number; bid: number } | null;
  garbage: number;
  clean_lands: number;
}

export interface BoardView {
  start_player: number;
  lands: string[];
  technologies: string[];
  minimum_bid: number | null;
  price: number | null;
  marker: number | null;
  on_offer: { land: string; bid: number; bidder: number } | null;
  disaster: {
    card: string;
    columns: Record<string, { garbage: number; pollution: number; lowest_bid: number }>;
  } | null;
  scoring_cards: string[];
  bridges: number;
  ordered: boolean;
  working: number[];
}

export interface Scale {
  name: string;
  values: number[];
  clean_land: number[];
  column_bid: number;
}

export const seatOf = (table: Table, seat: number): SeatView => table.view.seats[seat] as SeatView;
export const boardOf = (table: Table): BoardView => table.view.board as BoardView;
export const scaleOf = (table: Table): Scale => table.texts.sheets["scale"]?.["pollution"] as Scale;
export const landOf = (table: Table, slug: string): TileSheet => table.texts.sheets["land"]?.[slug] as TileSheet;
export const technologyOf = (table: Table, slug: string): TechnologySheet =>
  table.texts.sheets["technology"]?.[slug] as TechnologySheet;
/** A tile of a region: a land, or a facility among the technologies. */
export const tileOf = (table: Table, slug: string): TileSheet => landOf(table, slug) ?? technologyOf(table, slug);
export type SheetOf = (slug: string) => TileSheet;
export const isLand = (sheet: TileSheet): boolean => !sheet.facility;
export const nameOf = (table: Table, seat: number): string => table.seats[seat]?.name ?? `${seat + 1}`;
