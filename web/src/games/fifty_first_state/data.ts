/** The cards as the server describes them, and what can be counted from a seat's things. */
import type { Table } from "../../lib/table.svelte";
import type { View } from "../../lib/types";
import type { FiftyFirstStateBoard, FiftyFirstStateSeat as Seat, FiftyFirstStateView } from "../../wire/api";
import { GOODS, YIELDS } from "./symbols";

export type Counts = Record<string, number>;

export interface Yield {
  type:
    "gain" | "gain_per_category" | "gain_per_produced" | "cache" | "choose" | "copy_production" | "redirect_production";
  goods?: Counts;
  good?: string;
  category?: string;
  produced?: string;
  max?: number;
  options?: Counts[];
  whose?: string;
}

export interface Action {
  cost: Counts;
  cost_any?: { n: number; of: string[] };
  cost_deal?: number;
  effect: string;
  gain?: Counts;
  steal?: { n: number; of: string[] };
  max_targets?: number;
  whose?: string;
  limit: number;
}

export interface Feature {
  type: "none" | "storage" | "on_event" | "produced_at_least";
  slots?: { of: string[]; max: number }[];
  events?: string[];
  of?: string[];
  n?: number;
  gain?: Counts;
}

export interface Location {
  id: string;
  name: string;
  text: string;
  deal_text: string;
  raze_text: string;
  set: string;
  source: string;
  kind: "production" | "open_production" | "feature" | "action";
  categories: string[];
  distance: number;
  spoils: Counts;
  deal: string;
  production?: Yield;
  action?: Action;
  feature?: Feature;
  building_bonus?: Yield;
  printed_defence?: number;
}

export interface Connection {
  id: string;
  name: string;
  text: string;
  deck: "blue" | "red";
  cost: Counts;
  gain: Counts;
}

export interface FactionRow {
  row: number;
  cost: Counts;
  gain?: Counts;
  gain_one_of?: string[];
  limit: number;
  text: string;
}

export interface Faction {
  id: string;
  name: string;
  text: string;
  production: Counts;
  actions: FactionRow[];
}

export interface Told {
  id: string;
  name: string;
  text: string;
}

export interface Book {
  location: Record<string, Location>;
  connection: Record<string, Connection>;
  faction: Record<string, Faction>;
  good: Record<string, Told>;
  category: Record<string, Told>;
  sort: Record<string, Told & { resistance: number }>;
  deck_option: Record<string, Told & { cards: number; sets: string[] }>;
}

export type { FiftyFirstStatePlace as Place, FiftyFirstStateSeat as Seat } from "../../wire/api";

export const ROWS = ["production", "feature", "action"] as const;
export type Row = (typeof ROWS)[number];
export const END = 25;

export const book = (table: Table): Book => table.texts.sheets as unknown as Book;
export const boardOf = (table: Table): FiftyFirstStateBoard => (table.view as FiftyFirstStateView).board;
export const seatOf = (table: Table, seat: number): Seat => seatIn(table.view, seat);
export const seatIn = (view: View, seat: number): Seat => (view as FiftyFirstStateView).seats[seat]!;
export const rowOf = (kind: string): Row => kind.replace("open_", "") as Row;
export const isLocation = (cards: Book, card: string): boolean => card in cards.location;
/** `pub 2` is a second pub: its name with its number. */
export function placeName(cards: Book, key: string): string {
  const [slug = "", n] = key.split(" ");
  return `${cards.location[slug]?.name ?? slug}${n ? ` ${n}` : ""}`;
}

export function add(sum: Counts, more: Counts = {}): Counts {
  for (const [good, n] of Object.entries(more)) sum[good] = (sum[good] ?? 0) + n;
  return sum;
}

export const ordered = (counts: Counts): [string, number][] =>
  YIELDS.filter((good) => counts[good]).map((good) => [good, counts[good] ?? 0]);

/** How many of a good can be paid: supply, jokers and what lies as stock on own locations. */
export function within(own: Seat, good: string): number {
  const joker = good.startsWith("contact") ? "contact_multi" : "ammo";
  const places = Object.values(own.state);
  const lying = (g: string): number => places.reduce((n, place) => n + (place.stock[g] ?? 0), 0);
  return (own.supply[good] ?? 0) + (own.supply[joker] ?? 0) + lying(good) + lying(joker);
}

const showing = (cards: Book, own: Seat, category: string): number =>
  Object.values(own.state).filter((place) => cards.location[place.card]?.categories.includes(category)).length;

/** What a yield gives to this seat now, `extra` being a card about to stand there too; `more` where a choice or a count decides. */
function given(cards: Book, own: Seat, it: Yield | undefined, extra?: Location): { goods: Counts; more: boolean } {
  if (!it) return { goods: {}, more: false };
  if (it.type === "gain") return { goods: it.goods ?? {}, more: false };
  if (it.type === "gain_per_category") {
    const n = showing(cards, own, it.category ?? "") + (extra?.categories.includes(it.category ?? "") ? 1 : 0);
    return { goods: { [it.good ?? ""]: Math.min(n, it.max ?? n) }, more: false };
  }
  return { goods: {}, more: it.type !== "cache" };
}

/** A seat's faction; none before it is selected at set-up. */
export const factionOf = (cards: Book, own: Seat): Faction | undefined =>
  own.faction === null ? undefined : cards.faction[own.faction];

/** The next production: certain goods, and whether more comes by choice or counting. */
export function forecast(cards: Book, own: Seat): { goods: Counts; more: boolean } {
  const goods = add({}, factionOf(cards, own)?.production);
  let more = false;
  for (const deal of own.deals) add(goods, { [cards.location[deal]?.deal ?? ""]: 1 });
  for (const place of Object.values(own.state)) {
    const card = cards.location[place.card];
    const part = given(cards, own, card?.production);
    add(goods, part.goods);
    add(goods, place.stored);
    more ||= part.more || card?.feature?.type === "produced_at_least";
  }
  return { goods, more };
}

export type Use = "build" | "deal" | "raze" | "rebuild";
export interface Net {
  pays: string;
  cost: number;
  /** Received at once. */
  gain: Counts;
  more: boolean;
}

/** What a use of a hand card costs and brings at once, the features that answer to it included. */
export function net(cards: Book, own: Seat, card: Location, use: Use): Net {
  const answering = (event: string): Counts =>
    Object.values(own.state).reduce<Counts>((sum, place) => {
      const feature = cards.location[place.card]?.feature;
      return feature?.type === "on_event" && feature.events?.includes(event) ? add(sum, feature.gain) : sum;
    }, {});
  if (use === "deal")
    return { pays: "contact_blue", cost: card.distance, gain: add({ [card.deal]: 1 }, answering("deal")), more: false };
  if (use === "raze")
    return { pays: "contact_red", cost: card.distance, gain: add({ ...card.spoils }, answering("raze")), more: false };
  const parts = [card.production, card.building_bonus].map((it) => given(cards, own, it, card));
  const gain = add(use === "rebuild" ? { vp: 1 } : {}, add({ ...parts[0]?.goods }, parts[1]?.goods));
  const more = parts.some((part) => part.more);
  return use === "rebuild"
    ? { pays: "brick", cost: 1, gain, more }
    : { pays: "contact_grey", cost: card.distance, gain, more };
}

/** Goods that differ between two supplies, for the little plus and minus beside a number. */
export function change(before: Counts, after: Counts): Counts {
  const found: Counts = {};
  for (const good of GOODS) {
    const n = (after[good] ?? 0) - (before[good] ?? 0);
    if (n) found[good] = n;
  }
  return found;
}
