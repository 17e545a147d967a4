/** An effect as a row of symbols, made from the same data as its sentence. */
import type { Action, Connection, Counts, FactionRow, Feature, Location, Yield } from "./data";
import { ordered } from "./data";

export type Part =
  | { k: "good"; good: string; n: number }
  | { k: "sign"; sign: string }
  | { k: "category"; category: string }
  | { k: "word"; word: string };

const word = (text: string): Part => ({ k: "word", word: text });
const sign = (name: string): Part => ({ k: "sign", sign: name });
export const goods = (counts: Counts = {}): Part[] => ordered(counts).map(([good, n]) => ({ k: "good", good, n }));
const either = (lists: Part[][]): Part[] => lists.flatMap((list, i) => (i ? [word("/"), ...list] : list));
const ANY = ["brick", "fuel", "gun", "iron"];
const kinds = (of: readonly string[] = []): Part[] =>
  [...of].sort().join() === ANY.join()
    ? [{ k: "good", good: "any", n: 1 }]
    : either(of.map((good) => [{ k: "good", good, n: 1 }]));
const any = (n: number): Part[] => [{ k: "good", good: "any", n }];

function yields(it: Yield): Part[] {
  switch (it.type) {
    case "gain":
      return goods(it.goods);
    case "cache":
      return [sign("stock"), ...goods(it.goods)];
    case "gain_per_category":
      return [
        ...goods({ [it.good ?? ""]: 1 }),
        word("/"),
        { k: "category", category: it.category ?? "" },
        word(`≤${it.max}`),
      ];
    case "gain_per_produced":
      return [
        ...goods({ [it.good ?? ""]: 1 }),
        word("/"),
        sign("production"),
        ...goods({ [it.produced ?? ""]: 1 }),
        word(`≤${it.max}`),
      ];
    case "choose":
      return either((it.options ?? []).map(goods));
    case "copy_production":
      return [sign("copy"), sign("production")];
    default:
      return [sign("redirect"), sign("production")];
  }
}

function action(it: Action): Part[] {
  const cost = [
    ...goods(it.cost),
    ...(it.cost_any ? any(it.cost_any.n) : []),
    ...(it.cost_deal ? [word(`${it.cost_deal}`), sign("deal")] : []),
  ];
  const reward: Record<string, Part[]> = {
    gain: goods(it.gain),
    steal_resource: [sign("steal"), ...any(it.steal?.n ?? 1)],
    copy_production: [sign("copy"), sign("production")],
    use_deal: [sign("copy"), word(`≤${it.max_targets}`), sign("deal")],
    reset_locations: [sign("reset"), word(`≤${it.max_targets}`)],
  };
  return [...cost, word("→"), ...(reward[it.effect] ?? []), ...(it.limit > 1 ? [word(`×${it.limit}`)] : [])];
}

function feature(it: Feature): Part[] {
  if (it.type === "storage")
    return [
      sign("store"),
      ...either((it.slots ?? []).map((slot) => [word(slot.max < 0 ? "∞" : `${slot.max}`), ...kinds(slot.of)])),
    ];
  if (it.type === "on_event") return [...either((it.events ?? []).map((e) => [sign(e)])), word(":"), ...goods(it.gain)];
  if (it.type === "produced_at_least")
    return [sign("production"), word(`≥${it.n}`), ...kinds(it.of), word(":"), ...goods(it.gain)];
  return [];
}

/** Everything a location does once it stands. */
export function effect(card: Location): Part[] {
  const parts: Part[] = [];
  if (card.production) parts.push(sign(card.kind), ...yields(card.production));
  if (card.action) parts.push(...action(card.action));
  if (card.feature) parts.push(...feature(card.feature));
  if (card.building_bonus)
    parts.push(...(parts.length ? [word("+")] : []), sign("built"), ...yields(card.building_bonus));
  if (card.printed_defence) parts.push(sign("shield"));
  return parts;
}

export const connection = (card: Connection): Part[] =>
  Object.keys(card.cost).length ? [...goods(card.cost), word("→"), ...goods(card.gain)] : goods(card.gain);

export const factionRow = (row: FactionRow): Part[] => [
  ...goods(row.cost),
  word("→"),
  ...(row.gain ? goods(row.gain) : kinds(row.gain_one_of)),
];
