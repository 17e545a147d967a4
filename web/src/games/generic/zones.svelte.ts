/** The data of the plain table: a game's zones as the server describes them, its component sheets, the legal moves. */
import { get } from "../../lib/api";
import type { Table } from "../../lib/table.svelte";
import type { GameId } from "../../lib/types";
import type { Zone, Zones } from "../../wire/api";

export type { Zone };
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Group = Record<string, Json>;

const NONE: Zones = { seats: [], board: [] };
let known = $state.raw<Readonly<Record<GameId, Zones>>>({});
const asked = new Set<GameId>();

/** The zones of a game; none until they have come. */
export function zonesOf(game: GameId): Zones {
  if (!asked.has(game)) {
    asked.add(game);
    get("/games/{game}/zones", { path: { game } })
      .then((found) => (known = { ...known, [game]: found }))
      .catch(() => asked.delete(game));
  }
  return known[game] ?? NONE;
}

/** What a view shows of a zone: in the middle, or of a seat. */
export const boardOf = (view: unknown): Group => (view as { board: Group }).board;
export const seatOf = (view: unknown, seat: number): Group => (view as { seats: Group[] }).seats[seat] ?? {};

export const isGroup = (value: Json | undefined): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isNames = (value: Json | undefined): value is (string | null)[] =>
  Array.isArray(value) && value.every((one) => one === null || typeof one === "string");
const allNumbers = (values: Json[]): boolean => values.length > 0 && values.every((one) => typeof one === "number");

/** The layout of a zone: what it declares if the value fits, else what the form of the value suggests. */
export function layoutOf(table: Table, zone: Zone, value: Json | undefined): Zone["layout"] {
  const group = isGroup(value);
  if (zone.layout === "map" || zone.layout === "grid") return group || isNames(value) ? zone.layout : "text";
  if (zone.layout === "pile") return group || typeof value === "number" || isNames(value) ? "pile" : "text";
  if (zone.layout === "row") return isNames(value) || group || typeof value !== "boolean" ? "row" : "text";
  if (zone.layout !== "") return zone.layout;
  if (typeof value === "number") return "counter";
  if (group && allNumbers(Object.values(value))) return "counter";
  if (isNames(value) && value.length && value.every((one) => one !== null && sheetOf(table, one))) return "row";
  if (typeof value === "string" && sheetOf(table, value)) return "row";
  return "text";
}

export interface Sheet {
  name?: string;
  text?: string;
  number?: number;
  [fact: string]: unknown;
}

/** The sheet of a component, of whatever kind; a further copy ("pub 2") has that of the first. */
export function sheetOf(table: Table, slug: string): Sheet | null {
  const id = slug.split(" ", 1)[0]!;
  if (/^-?\d+$/.test(id)) return null; // a number, not a component
  for (const kind of Object.values(table.texts.sheets)) {
    const found = (kind as Record<string, Sheet>)[id];
    if (found) return found;
  }
  return null;
}

/** The sentence of a component; those of its parts where it has none of its own. */
export function textOf(sheet: Sheet | null): string {
  if (!sheet || sheet.text) return sheet?.text ?? "";
  const parts = Object.values(sheet).map((part) => (part as { text?: unknown } | null)?.text);
  return parts.filter((text) => typeof text === "string").join(" / ");
}

/** What people call a thing or a key of a zone. `names` is the kind of sheets that numbered places have. */
export function nameOf(table: Table, slug: string, names = ""): string {
  if (names) {
    const sheets = Object.values((table.texts.sheets[names] ?? {}) as Record<string, Sheet>);
    const found = sheets.find((sheet) => String(sheet.number) === slug);
    if (found?.name) return `${slug} ${found.name}`;
  }
  const [id = "", ...rest] = slug.split(" ");
  const name = table.texts.name(id);
  const zone = table.texts.has("zones", id) ? table.texts.say("zones", id) : null;
  const called = name === id ? (zone ?? sheetOf(table, id)?.name ?? name) : name;
  return [called, ...rest.map((word) => nameOf(table, word))].join(" ");
}

/** The facts of a component that are numbers and have a name: cost, points ... */
export function badges(table: Table, sheet: Sheet): { key: string; name: string; n: number }[] {
  return Object.entries(sheet).flatMap(([key, n]) =>
    typeof n === "number" && table.texts.has("zones", key) ? [{ key, name: table.texts.say("zones", key), n }] : [],
  );
}

/** The legal moves that name a thing, or a numbered place of a zone. */
export function movesOf(table: Table, zone: Zone, slug: string): string[] {
  const moves = [...table.moves];
  if (/^\d+$/.test(slug)) {
    const verbs = new Set(zone.verbs);
    return moves.filter((move) => verbs.has(move.split(" ", 1)[0]!) && move.endsWith(` ${slug}`));
  }
  return moves.filter((move) => `${move} `.includes(` ${slug} `));
}

/**
 * A move with a thing that is not legal now, although the same is legal with another of its row: whoever taps it is told why.
 */
export function refusedMove(table: Table, slug: string, peers: readonly (string | null)[]): string | null {
  for (const move of table.decision?.moves ?? []) {
    const [verb, ...rest] = move.split(" ");
    const other = rest.join(" ");
    if (other !== slug && peers.includes(other)) return `${verb} ${slug}`;
  }
  return null;
}
