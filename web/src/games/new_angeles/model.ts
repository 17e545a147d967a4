/** The view of New Angeles (docs/games/new_angeles.md) and the values that a board derives from it. */
import type { Table } from "../../lib/table.svelte";
import type { View } from "../../lib/types";
import type { NewAngelesBoard as City, NewAngelesSeat as Seat, NewAngelesView } from "../../wire/api";

export const PIECES = ["android", "development", "outage", "illness", "human_first", "orgcrime", "prisec"] as const;
export type PieceId = (typeof PIECES)[number];
export const RESOURCES = ["energy", "consumables", "tech", "entertainment", "credits"] as const;
export type ResourceId = (typeof RESOURCES)[number];
export type Side = "main" | "counter";

export type Districts = City["districts"];
export type {
  NewAngelesDistrict as DistrictNow,
  NewAngelesSeat as Seat,
  NewAngelesTrade as Trade,
} from "../../wire/api";
export type { NewAngelesBoard as City, NewAngelesOffer as Offer, NewAngelesPromise as Promised } from "../../wire/api";

/** A drawing on a card, as the server sends it. */
export interface Symbol {
  /** Signs and numbers before the drawing. */
  sign: string;
  icon: string;
  /** It makes things worse. */
  bad: boolean;
}

export interface Printed {
  number: number;
  id: string;
  name: string;
  text: string;
  tier: number;
  to: number;
  primary: { resource: ResourceId; amount: number };
  secondary?: { resource: ResourceId; amount: number };
}

export const city = (view: View): City => (view as NewAngelesView).board;
export const seatOf = (view: View, seat: number): Seat => (view as NewAngelesView).seats[seat]!;
export const printed = (table: Table): Printed[] =>
  (Object.values(table.texts.sheets["districts"] ?? {}) as unknown as Printed[]).sort((a, b) => a.number - b.number);
export const count = (zone: number | readonly unknown[] | null | undefined): number =>
  typeof zone === "number" ? zone : (zone?.length ?? 0);
export const list = (zone: string[] | number | null | undefined): string[] => (Array.isArray(zone) ? zone : []);

/** A card or a piece: name and text, and what only some kinds have. */
export interface Sheet {
  name: string;
  text: string;
  back?: string;
  threat?: number;
  cost?: string;
  draw_4?: { type: string; count: number }[];
  draw_5_6?: { type: string; count: number }[];
  symbols?: Symbol[];
  threat_end?: number;
  timing?: string;
  track_last?: number;
  type?: string;
}

/** What an investment counts and pays. */
export interface InvestmentSheet extends Sheet {
  kind: string;
  capital_each: number;
  resource: ResourceId;
  maximum: number;
  base: number;
  per_unit: number;
  count: string;
  steps: { at_least: number; capital: number }[];
}

const found = (table: Table, kind: string, slug: string): Sheet | undefined =>
  table.texts.sheets[kind]?.[slug] as unknown as Sheet | undefined;
export const sheet = (table: Table, kind: string, slug: string): Sheet =>
  found(table, kind, slug) ?? { name: table.texts.name(slug), text: "" };
export const investmentOf = (table: Table, slug: string): InvestmentSheet =>
  sheet(table, "investments", slug) as InvestmentSheet;
/** An action card of a hand or an emergency card, whichever the slug names. */
export const card = (table: Table, slug: string): Sheet =>
  found(table, "action_cards", slug) ?? found(table, "emergency_actions", slug) ?? { name: slug, text: "" };
export const seatName = (table: Table, seat: number): string => table.seats[seat]?.name ?? `${seat + 1}`;
/** Seats around the table beginning after one, or in order for who only watches. */
export function others(table: Table, me: number | null): number[] {
  const n = table.view.players;
  return Array.from({ length: n }, (_, i) => (me === null ? i : (me + 1 + i) % n)).filter((seat) => seat !== me);
}

// --- paths ------------------------------------------------------------------------------------------

const ENEMIES: readonly string[] = ["human_first", "orgcrime"];
const PUSHED: readonly string[] = [...ENEMIES, "illness", "outage"];

/** The districts a piece put into one would pass, and where it comes to rest; 0 is the Root (NA-62.1). */
export function chain(districts: Districts, piece: string, number: number): number[] {
  const found = [number];
  for (let at = number; at;) {
    const here = districts[at];
    if (!here || !(here[piece as PieceId] || (ENEMIES.includes(piece) && here.prisec))) break;
    found.push((at = here.to));
  }
  return found;
}

export interface Push {
  piece: PieceId;
  path: number[];
}

/** What a placement pushes along the paths: the piece itself, or the enemy units that prisec drives out. */
export function pushes(districts: Districts, move: string): Push[] {
  const [verb, piece = "", at = ""] = move.split(" ");
  const here = districts[at];
  if (verb !== "place" || !here) return [];
  const number = Number(at);
  if (PUSHED.includes(piece)) {
    const path = chain(districts, piece, number);
    return path.length > 1 ? [{ piece: piece as PieceId, path }] : [];
  }
  if (piece !== "prisec" || here.prisec) return [];
  return ENEMIES.filter((unit) => here[unit as PieceId]).map((unit) => ({
    piece: unit as PieceId,
    path: [number, ...chain(districts, unit, here.to)],
  }));
}

// --- moves on the map -------------------------------------------------------------------------------

const DISTRICT_VERBS = new Set(["remove", "place", "lower", "raise", "district"]);

/** The kinds of choices about districts that are asked for now: `place outage`, `lower` and so on. */
export function asked(moves: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const move of moves) {
    const words = move.split(" ");
    if (DISTRICT_VERBS.has(words[0]!)) found.add(words.slice(0, -1).join(" "));
  }
  return [...found];
}

/** The androids that can be moved, each with its goals. */
export function androids(moves: ReadonlySet<string>): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const move of moves) {
    const [verb, start, goal] = move.split(" ");
    if (verb === "move") found.set(Number(start), [...(found.get(Number(start)) ?? []), Number(goal)]);
  }
  return found;
}

// --- what an investment would give ------------------------------------------------------------------

const COUNTED: Record<string, PieceId> = {
  illness_in_city: "illness",
  outage_in_city: "outage",
  human_first_in_city: "human_first",
  orgcrime_in_city: "orgcrime",
  prisec_in_city: "prisec",
};

export interface Forecast {
  capital: number;
  /** How much of what it counts there is now. */
  have: number;
  steps: { at: number; capital: number }[];
}

/** What an investment would pay if the demand round came now. */
export function forecast(board: City, investment: InvestmentSheet): Forecast {
  const all = Object.values(board.districts);
  if (investment.kind === "per_district") {
    const have = all.filter((d) => d.unrest !== "stable").length;
    return { have, capital: have * investment.capital_each, steps: [] };
  }
  if (investment.kind === "sector") {
    const { resource } = investment;
    const have = board.supply[resource];
    const met = have >= board.targets[resource];
    return {
      have,
      capital: met ? Math.min(investment.maximum, investment.base + investment.per_unit * have) : 0,
      steps: [],
    };
  }
  const piece = COUNTED[investment.count];
  const low = Object.values(board.supply).filter((n) => n <= 1).length;
  const have = piece ? all.filter((d) => d[piece]).length : low;
  const steps = investment.steps.map((s) => ({
    at: s.at_least,
    capital: s.capital,
  }));
  return { have, capital: steps.filter((s) => have >= s.at).at(-1)?.capital ?? 0, steps };
}

/** What each android's district would add in the next Production Phase. */
export function production(table: Table): Record<ResourceId, number> {
  const board = city(table.view);
  const found = { energy: 0, consumables: 0, tech: 0, entertainment: 0, credits: 0 };
  for (const place of printed(table)) {
    const here = board.districts[place.number];
    if (!here?.android || here.outage || here.unrest === "strike") continue;
    if (!here.orgcrime) found[place.primary.resource] += place.primary.amount + (here.development ? 1 : 0);
    if (place.secondary) found[place.secondary.resource] += place.secondary.amount;
  }
  return found;
}
