/** What a seat can still afford: the same sentences as in the terminal, from the view alone. */
import type { Table } from "../../lib/table.svelte";
import { boardOf, scaleOf, seatOf } from "./types";

const told = (table: Table, key: string, facts: Record<string, unknown>): string =>
  table.texts.say("terminal", key, facts);

export function auctionAdvice(table: Table): string[] {
  const kind = table.decision?.kind ?? "";
  if (table.me === null || !["start_player", "opening", "raise", "technology"].includes(kind)) return [];
  const board = boardOf(table);
  const { coins, science } = seatOf(table, table.me);
  if (coins === null || science === null || board.minimum_bid === null || board.price === null) return [];
  const technology = (key: string, price: number): string =>
    told(table, science >= price ? key : `${key}_not`, { price, left: science - price, science });
  if (kind === "technology") return [technology("technology_now", board.price)];
  const bid = kind === "raise" && board.on_offer ? board.on_offer.bid + 1 : board.minimum_bid;
  const left = coins - bid;
  const found = [
    left < 0
      ? told(table, "bid_too_high", { bid, coins })
      : told(table, "bid_leaves", { bid, left, highest: coins, n: Math.floor(left / board.minimum_bid) }),
    technology("technology_now", board.price),
  ];
  const prices = (table.texts.sheets["round"]?.[`${table.view.round}`]?.["prices"] ?? []) as number[];
  // The marker counts from 1, so this is the next price.
  const later = prices[Math.min(board.marker ?? 1, prices.length - 1)];
  if (later !== undefined && later !== board.price) found.push(technology("technology_later", later));
  return found;
}

/** The lowest bid that takes a column now. */
export function least(table: Table, column: number): number {
  const bids = table.view.seats
    .map((_, seat) => seatOf(table, seat).disaster)
    .filter((pawn) => pawn?.column === column);
  return bids.length ? Math.max(...bids.map((pawn) => pawn!.bid)) + 1 : 0;
}

export function disasterAdvice(table: Table): string[] {
  const disaster = boardOf(table).disaster;
  if (table.me === null || table.decision?.kind !== "column" || !disaster) return [];
  const columns = Object.keys(disaster.columns)
    .map(Number)
    .sort((a, b) => a - b);
  const limit = Math.min(seatOf(table, table.me).science ?? 0, scaleOf(table).column_bid);
  const found: string[] = [];
  for (let i = columns.length - 1; i > 0; i--) {
    const better = columns.slice(i).reduce((a, b) => (least(table, b) <= least(table, a) ? b : a));
    const science = least(table, better);
    if (science <= limit) found.push(told(table, "can_avoid", { column: columns[i - 1], science, better }));
  }
  const worst = columns[0]!;
  if (least(table, worst) <= limit)
    found.push(told(table, "can_take", { column: worst, science: least(table, worst) }));
  return found;
}
