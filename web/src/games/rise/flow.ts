/** Effects as a line of symbols, broken and shrunk until they fit a place. */
import type { Effect, Sign } from "./model";

/** A sign with where it may be put: pieces of one block stay on one line; `option` numbers the alternatives of a choice. */
export interface Piece {
  sign: Sign;
  block: number;
  option: number | null;
}

/** Widths in units of a symbol's size. */
const WIDTH: Record<string, number> = { or: 0.42, then: 0.5, colon: 0.3, times: 0.95 };
const GAP = 0.08;
export const LINE = 1.08;

const width = (sign: Sign): number => WIDTH[sign.kind] ?? 1;

/** The signs of effects in the order of resolution. */
export function pieces(effects: readonly Effect[]): Piece[] {
  const found: Piece[] = [];
  let block = 0;
  const put = ({ signs, gain = [], options = [] }: Effect, option: number | null): void => {
    for (const sign of signs) found.push({ sign, block, option });
    for (const inside of gain) put(inside, option);
    options.forEach((list, i) => {
      block += 1;
      if (i) found.push({ sign: { kind: "or" }, block: block - 1, option: null });
      for (const inside of list) put(inside, i + 1);
    });
  };
  for (const effect of effects) {
    block += 1;
    put(effect, null);
  }
  return found;
}

export interface Placed extends Piece {
  x: number;
  y: number;
}

export interface Flow {
  size: number;
  width: number;
  height: number;
  signs: Placed[];
}

/** One line of natural width. */
export function line(effects: readonly Effect[], size: number): Flow {
  return arrange(pieces(effects), size, Infinity);
}

/** As large as the place allows, centred in it. */
export function fit(effects: readonly Effect[], w: number, h: number, largest: number): Flow {
  const list = pieces(effects);
  for (let size = largest; ; size -= 0.5) {
    const flow = arrange(list, size, w);
    if ((flow.width <= w && flow.height <= h) || size <= 6) return flow;
  }
}

function arrange(list: Piece[], size: number, most: number): Flow {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (let i = 0; i < list.length;) {
    let end = i;
    let long = 0;
    while (end < list.length && list[end]!.block === list[i]!.block) long += (width(list[end++]!.sign) + GAP) * size;
    if (used > 0 && used + long - GAP * size > most) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(...list.slice(i, end));
    used += long;
    i = end;
  }
  const longs = lines.map((pieces) => pieces.reduce((sum, p) => sum + (width(p.sign) + GAP) * size, -GAP * size));
  const wide = Math.max(0, ...longs);
  const signs: Placed[] = [];
  lines.forEach((pieces, row) => {
    let x = (wide - longs[row]!) / 2;
    for (const piece of pieces) {
      signs.push({ ...piece, x, y: row * LINE * size });
      x += (width(piece.sign) + GAP) * size;
    }
  });
  return { size, width: wide, height: size * (1 + LINE * (lines.length - 1)), signs };
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The place each alternative takes, for clicking on it. */
export function boxes(flow: Flow): Map<number, Box> {
  const found = new Map<number, Box>();
  for (const { sign, option, x, y } of flow.signs) {
    if (option === null) continue;
    const w = width(sign) * flow.size;
    const old = found.get(option) ?? { x, y, w: 0, h: flow.size };
    const left = Math.min(old.x, x);
    const top = Math.min(old.y, y);
    found.set(option, {
      x: left,
      y: top,
      w: Math.max(old.x + old.w, x + w) - left,
      h: Math.max(old.y + old.h, y + flow.size) - top,
    });
  }
  return found;
}
