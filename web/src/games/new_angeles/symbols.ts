/** A card's effect as a short row of symbols; the sentence below them says the rest. */
import type { Json } from "../../lib/types";

export interface Symbol {
  /** Signs and numbers before the drawing. */
  sign: string;
  icon: string;
  /** It makes things worse. */
  bad: boolean;
}

const ENEMY = ["human_first", "orgcrime"];
const ALIAS: Record<string, string[]> = { enemy: ENEMY, units_except_placed: ENEMY };
const GOOD = ["prisec", "development"];

const each = (sign: string, what: string, bad: boolean): Symbol[] =>
  (ALIAS[what] ?? [what]).map((icon, i) => ({ sign: i ? "" : sign, icon, bad }));

type Reader = (op: Json) => Symbol[];

const READERS: Record<string, Reader> = {
  remove: (op) => each(op.all ? "−" : op.max > 1 ? `−${op.max}` : "−1", op.what, GOOD.includes(op.what)),
  place: (op) => each(`+${op.count}`, op.what, !GOOD.includes(op.what)),
  unrest_down: (op) => each(`▼${op.stages}`, "protest_strike", false),
  unrest_up: (op) => each(`▲${op.stages}`, "protest_strike", true),
  unrest_set: () => each("", "strike", true),
  move_android: (op) => each(op.max > 1 ? `↷${op.max}` : "↷", "android", false),
  move_enemies: () => each("↷", "enemy", false),
  produce: () => each("+", "labor", false),
  supply: (op) =>
    op.resource === "chosen"
      ? each(`+${op.delta}`, "consumables", false)
      : each(op.delta < 0 ? `−${-op.delta}` : `+${op.delta}`, op.resource, op.delta < 0),
  threat: (op) => each(op.delta < 0 ? `−${-op.delta}` : `+${op.delta}`, "threat", op.delta > 0),
  capital: (op) => each(op.deltas ? `+${op.deltas.join("/")}` : `+${op.delta}`, "capital", false),
  collect: () => each("−?", "capital", false),
  draw: (op) => each(`+${op.count}`, "draw", false),
  peek_events: (op) => each(`${op.count}`, "peek", false),
  discard_asset: () => each("−1", "discard_self", true),
  flip_emergency: () => each("↺", "emergency", false),
  or: (op) =>
    (op.options as Json[][]).flatMap((option, i) => [
      ...(i ? [{ sign: "/", icon: "", bad: false }] : []),
      ...symbols(option),
    ]),
};

export function symbols(effect: Json[] | undefined): Symbol[] {
  return (effect ?? []).flatMap((op: Json) => READERS[op.op]?.(op) ?? []);
}
