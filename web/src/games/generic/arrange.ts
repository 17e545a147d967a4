/** Computes the positions of the places of a map. */
import type { Group, Json } from "./zones.svelte";

export interface Plan {
  /** Column and row of each place. */
  places: Record<string, readonly [number, number]>;
  columns: number;
  rows: number;
  edges: (readonly [string, string])[];
}

/** The most places side by side where nothing says how they stand. */
const WIDE = 5;

/** The places that a place names as its neighbours. */
export function neighbours(place: Json, key: string): string[] {
  if (!key || typeof place !== "object" || place === null || Array.isArray(place)) return [];
  const found = place[key];
  const all = Array.isArray(found) ? found : [found];
  return all.filter((one) => typeof one === "string" || typeof one === "number").map(String);
}

function coordinates(place: Json, key: string): readonly [number, number] | null {
  const found = key && typeof place === "object" && place !== null && !Array.isArray(place) ? place[key] : null;
  return Array.isArray(found) && typeof found[0] === "number" && typeof found[1] === "number"
    ? [found[0], found[1]]
    : null;
}

/** By coordinates where all places have them; else in layers by the ways, those that lead nowhere last; else in rows. */
export function arranged(value: Group, edgeKey: string, atKey: string): Plan {
  const names = Object.keys(value);
  const edges = names.flatMap((from) =>
    neighbours(value[from]!, edgeKey)
      .filter((to) => to in value)
      .map((to) => [from, to] as const),
  );
  const given = names.map((name) => coordinates(value[name]!, atKey));
  if (given.every((at) => at !== null) && given.length) return byCoordinates(names, given, edges);
  const layers = edges.length ? layered(names, edges) : rows(names);
  const columns = Math.max(1, ...layers.map((layer) => layer.length));
  const places: Plan["places"] = {};
  layers.forEach((layer, row) => {
    const first = Math.floor((columns - layer.length) / 2);
    layer.forEach((name, i) => (places[name] = [first + i, row]));
  });
  return { places, columns, rows: Math.max(1, layers.length), edges };
}

function byCoordinates(names: string[], given: (readonly [number, number])[], edges: Plan["edges"]): Plan {
  const xs = given.map(([x]) => x);
  const ys = given.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    places: Object.fromEntries(names.map((name, i) => [name, [xs[i]! - left, ys[i]! - top] as const])),
    columns: Math.max(...xs) - left + 1,
    rows: Math.max(...ys) - top + 1,
    edges,
  };
}

const rows = (names: string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / WIDE) }, (_, i) => names.slice(i * WIDE, (i + 1) * WIDE));

/** Each place above those its ways lead to, as far as the ways do not go round in circles. */
function layered(names: string[], edges: Plan["edges"]): string[][] {
  const depth = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round < names.length; round++) {
    let moved = false;
    for (const [from, to] of edges) {
      if (depth.get(to)! <= depth.get(from)! && depth.get(from)! < names.length) {
        depth.set(to, depth.get(from)! + 1);
        moved = true;
      }
    }
    if (!moved) break;
    if (round === names.length - 1) return rows(names); // the ways go round in circles
  }
  const layers: string[][] = [];
  for (const name of names) (layers[depth.get(name)!] ??= []).push(name);
  return layers.filter(Boolean).flatMap(rows);
}
