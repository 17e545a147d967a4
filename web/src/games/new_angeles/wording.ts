/** Trades and promises in words, with the names of the game's own catalogue. */
import type { Table } from "../../lib/table.svelte";
import { t } from "../../lib/messages";
import { moveOf } from "./acts";
import { seatName, type Promised } from "./model";

const NOUNS = new Set(["pass", "abstain", "support"]);

/** `capital 3`, `asset eiko`, `pass`, `support main 2`, `use eiko` as people say it. */
export function item(table: Table, text: string): string {
  const [kind = "", what = "", n = ""] = text.split(" ");
  if (kind === "capital") return t("new_angeles.n_capital", { n: Number(what) });
  if (kind === "asset") return table.texts.name(what);
  if (kind === "support") return t(`new_angeles.act_support_${what}`, { n: Number(n) });
  if (NOUNS.has(kind)) return t(`new_angeles.act_${kind}`);
  return t("new_angeles.act_decision", { act: table.texts.move(moveOf(text)) });
}

export const items = (table: Table, texts: readonly string[]): string =>
  texts.map((text) => item(table, text)).join(", ") || t("new_angeles.nothing");

export function promised(table: Table, promise: Pick<Promised, "promise" | "leader" | "n" | "asset">): string {
  const leader = promise.leader === undefined ? "" : seatName(table, promise.leader);
  const asset = promise.asset ? table.texts.name(promise.asset) : "";
  return t(`new_angeles.promise_${promise.promise}`, { leader, asset, n: promise.n ?? 0 });
}
