/** The shapes of this game's view and sheets (docs/games/twentieth_century.md). */
import type { Table } from "../../lib/table.svelte";
import type { View } from "../../lib/types";
import type { TwentiethCenturyBoard, TwentiethCenturySeat, TwentiethCenturyView } from "../../wire/api";

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

export type { TwentiethCenturyLaid as Laid, TwentiethCenturySeat as SeatView } from "../../wire/api";
export type RegionView = TwentiethCenturySeat["region"];
export type { TwentiethCenturyTrack as Track } from "../../wire/api";

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

export interface Scale {
  name: string;
  values: number[];
  clean_land: number[];
  column_bid: number;
}

export const seatIn = (view: View, seat: number): TwentiethCenturySeat => (view as TwentiethCenturyView).seats[seat]!;
export const seatOf = (table: Table, seat: number): TwentiethCenturySeat => seatIn(table.view, seat);
export const boardOf = (table: Table): TwentiethCenturyBoard => (table.view as TwentiethCenturyView).board;
export const scaleOf = (table: Table): Scale => table.texts.sheets["scale"]?.["pollution"] as unknown as Scale;
export const landOf = (table: Table, slug: string): TileSheet =>
  table.texts.sheets["land"]?.[slug] as unknown as TileSheet;
export const technologyOf = (table: Table, slug: string): TechnologySheet =>
  table.texts.sheets["technology"]?.[slug] as unknown as TechnologySheet;
/** A tile of a region: a land, or a facility among the technologies. */
export const tileOf = (table: Table, slug: string): TileSheet => landOf(table, slug) ?? technologyOf(table, slug);
export type SheetOf = (slug: string) => TileSheet;
export const isLand = (sheet: TileSheet): boolean => !sheet.facility;
export const nameOf = (table: Table, seat: number): string => table.seats[seat]?.name ?? `${seat + 1}`;
