/** The geometry of a tile: a square of 80 units, with its inner points moved apart to give cities room. */
import type { TileSheet } from "./types";

export const SIZE = 80;
export const CITY = 11;
const PLACES = [0, 9, 18, 29, 40, 51, 62, 71, 80];

export type Spot = { x: number; y: number };

/** A point of the printed 8 × 8 square on the tile as it lies. */
export function place([x, y]: [number, number], turn: number): Spot {
  for (let i = 0; i < turn; i++) [x, y] = [8 - y, x];
  return { x: PLACES[x] ?? x * 10, y: PLACES[y] ?? y * 10 };
}

export function spot(sheet: TileSheet, point: string, turn: number): Spot {
  return place(sheet.points[point] ?? [4, 4], turn);
}

const PORTS = "nesw";
const ORDER = "neswabcfjkl";

/** The name on the sheet of a point that moves and views name as the tile lies: on a tile turned once, `e` is printed as `n`. */
export function printed(point: string, turn: number): string {
  const parts = point.split("-").map((part) => {
    const port = PORTS.indexOf(part);
    return port < 0 ? part : PORTS[(port - turn + 4) % 4]!;
  });
  return parts.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join("-");
}

const distance = (p: Spot, a: Spot, b: Spot): number => {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const at = length ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length)) : 0;
  return Math.hypot(p.x - a.x - at * dx, p.y - a.y - at * dy);
};

/** The free spots for garbage, best first: it hides no city, no track and no yield (20C-4.21). */
export function heaps(sheet: TileSheet, turn: number, bridges: readonly [string, string][]): Spot[] {
  const lines = [...sheet.rails, ...bridges].map(([u, v]) => [spot(sheet, u, turn), spot(sheet, v, turn)] as const);
  const buildings = Object.keys(sheet.cities).map((city) => spot(sheet, city, turn));
  const room = (p: Spot): number =>
    Math.min(
      ...lines.map(([a, b]) => distance(p, a, b)),
      ...buildings.map((b) => Math.hypot(p.x - b.x, p.y - b.y) - CITY),
    );
  const spots: Spot[] = [];
  for (const x of [12, 26, 40, 54, 68]) for (const y of [12, 26, 40, 54, 68]) spots.push({ x, y });
  return spots.sort((p, q) => room(q) - room(p));
}

/** A small repeatable stream of numbers from 0 to 1, so that a tile's landscape is always the same. */
export function stream(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    state ^= state >>> 13;
    return ((state >>> 0) % 10007) / 10007;
  };
}

/** A coordinate as moves write it (`w31` beyond 30). */
const word = (n: number, less: string, more: string): string =>
  Math.abs(n) <= 30 ? `${n}` : `${n < 0 ? less : more}${Math.abs(n)}`;
export const cellMove = ([x, y]: readonly [number, number]): string => `cell ${word(x, "w", "e")} ${word(y, "n", "s")}`;

export function cellOf(move: string): [number, number] {
  const [, x = "0", y = "0"] = move.split(" ");
  const number = (text: string): number =>
    /^[wn]/.test(text) ? -Number(text.slice(1)) : Number(text.replace(/^[es]/, ""));
  return [number(x), number(y)];
}
