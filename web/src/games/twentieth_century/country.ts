/**
 * A region's rail graph, for what a placement would bring before anything is asked of the server: the three walks of
 * 20C-9.14 to 9.16. The server's own figures decide; a test holds the two side by side.
 */
import { printed } from "./geometry";
import { GOODS, type Good, type Goods, type Laid, type RegionView, type TileSheet } from "./types";

export const PORTS = ["n", "e", "s", "w"] as const;
export const STEPS: readonly [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
const RAISES: Record<string, Good> = { mine: "coins", lab: "science", hospital: "prosperity" };

export type SheetOf = (slug: string) => TileSheet;
type Near = Map<string, string[]>;

/** One tile with its bridges: which points are next to which; a bridge end splits its segment (20C-9.24). */
function neighbours(sheet: TileSheet, bridges: readonly [string, string][]): Near {
  const near: Near = new Map(Object.keys(sheet.points).map((point) => [point, []]));
  const join = (u: string, v: string): void => {
    near.get(u)?.push(v);
    near.get(v)?.push(u);
  };
  const middles = Object.keys(sheet.points).filter((point) => point.includes("-"));
  const split = new Set(bridges.flat());
  sheet.rails.forEach(([u, v], i) => {
    const middle = middles[i] ?? "";
    if (split.has(middle)) {
      join(u, middle);
      join(middle, v);
    } else join(u, v);
  });
  for (const [u, v] of bridges) join(u, v);
  return near;
}

/** What walks inside one tile reach; computed once for a tile and its bridges. */
interface Plan {
  near: Near;
  live: boolean[];
  /** For each city the ports that a recycling walk reaches. */
  recycles: Map<string, boolean[]>;
  /** Ports to which the building's walk leads, and the cities that a port's walk leads to. */
  serves: boolean[];
  joined: string[][];
}

const plans = new WeakMap<TileSheet, Map<string, Plan>>();

function planOf(sheet: TileSheet, bridges: readonly [string, string][]): Plan {
  let kept = plans.get(sheet);
  if (!kept) plans.set(sheet, (kept = new Map()));
  const key = bridges.map((ends) => ends.join()).join(";");
  let plan = kept.get(key);
  if (!plan) kept.set(key, (plan = makePlan(sheet, bridges)));
  return plan;
}

function makePlan(sheet: TileSheet, bridges: readonly [string, string][]): Plan {
  const near = neighbours(sheet, bridges);
  const walk = (start: string, cities: boolean): Set<string> => {
    const seen = new Set([start]);
    const todo = [start];
    for (let here = todo.pop(); here !== undefined; here = todo.pop()) {
      for (const point of near.get(here) ?? []) {
        if (seen.has(point)) continue;
        seen.add(point);
        if (cities || !(point in sheet.cities)) todo.push(point);
      }
    }
    seen.delete(start);
    return seen;
  };
  const plants = Object.keys(sheet.cities).filter((city) => sheet.cities[city]!.plants);
  const served = sheet.building ? walk(sheet.building, false) : new Set<string>();
  return {
    near,
    live: PORTS.map((port) => (near.get(port) ?? []).length > 0),
    recycles: new Map(
      plants.map((city) => {
        const reached = walk(city, true);
        return [city, PORTS.map((port) => reached.has(port))];
      }),
    ),
    serves: PORTS.map((port) => served.has(port)),
    joined: PORTS.map((port) => {
      const reached = walk(port, false);
      return Object.keys(sheet.cities).filter((city) => reached.has(city));
    }),
  };
}

/** A laid tile; its bridges by the printed names of their ends. */
interface Placed extends Laid {
  slug: string;
  sheet: TileSheet;
  plan: Plan;
}

export interface Service {
  facility: string;
  tile: string;
  city: string;
  good: Good;
}

/** A city is written `tile city` as in the view. */
export class Country {
  readonly tiles: Placed[];
  readonly worth = new Map<string, Goods>();
  readonly services: Service[] = [];
  /** Every plant, at work or not, with the lands in its reach. */
  readonly reach = new Map<string, string[]>();
  #at = new Map<string, Placed>();

  constructor(region: RegionView, sheetOf: SheetOf) {
    this.tiles = Object.entries(region).map(([slug, laid]) => {
      const sheet = sheetOf(slug);
      const bridges = laid.bridges.map(([u, v]): [string, string] => [printed(u, laid.turn), printed(v, laid.turn)]);
      return { ...laid, slug, sheet, bridges, plan: planOf(sheet, bridges) };
    });
    for (const tile of this.tiles) {
      this.#at.set(tile.cell.join(), tile);
      for (const [city, gives] of Object.entries(tile.sheet.cities)) {
        this.worth.set(`${tile.slug} ${city}`, {
          coins: gives.coins,
          science: gives.science,
          prosperity: gives.prosperity,
        });
      }
    }
    for (const tile of this.tiles) {
      this.#serve(tile);
      this.#recycle(tile);
    }
  }

  at(x: number, y: number): Placed | undefined {
    return this.#at.get(`${x},${y}`);
  }

  /** The neighbour in a direction, with the ports that face each other there. */
  #beside(tile: Placed, direction: number): { other: Placed; own: number; facing: number } | null {
    const [dx, dy] = STEPS[direction]!;
    const other = this.at(tile.cell[0] + dx, tile.cell[1] + dy);
    if (!other) return null;
    const own = (direction - tile.turn + 4) % 4;
    const facing = (((direction + 2) % 4) - other.turn + 4) % 4;
    return { other, own, facing };
  }

  /** Whether track goes on from a tile in a direction; `null` where nothing lies there or no track ends there. */
  joins(tile: Placed, direction: number): boolean | null {
    const edge = this.#beside(tile, direction);
    if (!edge || !tile.plan.live[edge.own]) return null;
    return edge.other.plan.live[edge.facing] ?? false;
  }

  /** The port of the second tile that faces the first, as it is printed. */
  facing(from: string, to: string): string | null {
    const tile = this.tiles.find(({ slug }) => slug === from);
    for (let direction = 0; tile && direction < 4; direction++) {
      const edge = this.#beside(tile, direction);
      if (edge?.other.slug === to) return PORTS[edge.facing]!;
    }
    return null;
  }

  #serve(tile: Placed): void {
    const good = RAISES[tile.sheet.facility ?? ""];
    if (!good) return;
    for (let direction = 0; direction < 4; direction++) {
      const edge = this.#beside(tile, direction);
      if (!edge || !tile.plan.serves[edge.own] || !this.joins(tile, direction)) continue;
      for (const city of edge.other.plan.joined[edge.facing] ?? []) {
        if (!edge.other.sheet.cities[city]![good]) continue;
        this.worth.get(`${edge.other.slug} ${city}`)![good] += tile.sheet.bonus ?? 1;
        this.services.push({ facility: tile.slug, tile: edge.other.slug, city, good });
      }
    }
  }

  #recycle(tile: Placed): void {
    for (const [city, ports] of tile.plan.recycles) {
      const lands = [tile.slug];
      for (let direction = 0; direction < 4; direction++) {
        const edge = this.#beside(tile, direction);
        if (edge && ports[edge.own] && !edge.other.sheet.facility && this.joins(tile, direction)) {
          lands.push(edge.other.slug);
        }
      }
      this.reach.set(`${tile.slug} ${city}`, lands);
    }
  }

  staffed(): Set<string> {
    return new Set(this.tiles.flatMap((tile) => (tile.citizens ?? []).map((city) => `${tile.slug} ${city}`)));
  }

  yields(staffed: ReadonlySet<string> = this.staffed()): Goods {
    const sum: Goods = { coins: 0, science: 0, prosperity: 0 };
    for (const city of staffed) for (const good of GOODS) sum[good] += this.worth.get(city)?.[good] ?? 0;
    return sum;
  }

  /** Groups of cities between which a locomotive can go (20C-9.16). */
  lines(): string[][] {
    const found: string[][] = [];
    const seen = new Set<string>();
    for (const tile of this.tiles) {
      for (const start of tile.plan.near.keys()) {
        if (start in tile.sheet.cities || !tile.plan.near.get(start)!.length || seen.has(`${tile.slug} ${start}`))
          continue;
        const cities = new Set<string>();
        this.#flood(tile, start, seen, cities);
        if (cities.size > 1) found.push([...cities].sort());
      }
      for (const u of Object.keys(tile.sheet.cities)) {
        for (const v of tile.plan.near.get(u) ?? []) {
          if (v in tile.sheet.cities && u < v) found.push([`${tile.slug} ${u}`, `${tile.slug} ${v}`]);
        }
      }
    }
    return found;
  }

  #flood(tile: Placed, start: string, seen: Set<string>, cities: Set<string>): void {
    const todo: [Placed, string][] = [[tile, start]];
    seen.add(`${tile.slug} ${start}`);
    for (let next = todo.pop(); next; next = todo.pop()) {
      for (const [other, point] of this.#next(...next)) {
        const name = `${other.slug} ${point}`;
        if (point in other.sheet.cities) cities.add(name);
        else if (!seen.has(name)) {
          seen.add(name);
          todo.push([other, point]);
        }
      }
    }
  }

  #next(tile: Placed, point: string): [Placed, string][] {
    const found: [Placed, string][] = (tile.plan.near.get(point) ?? []).map((next) => [tile, next]);
    const port = PORTS.indexOf(point as "n");
    if (port >= 0) {
      const direction = (port + tile.turn) % 4;
      const edge = this.#beside(tile, direction);
      if (edge && this.joins(tile, direction)) found.push([edge.other, PORTS[edge.facing]!]);
    }
    return found;
  }

  /** The shortest way over track between two points, as `[tile, point]`; inner points that `stops` names are not passed. */
  route(
    from: [string, string],
    to: [string, string],
    stops: (sheet: TileSheet, point: string) => boolean,
    within?: readonly string[],
  ): [string, string][] {
    const bySlug = new Map(this.tiles.map((tile) => [tile.slug, tile]));
    const start = bySlug.get(from[0]);
    if (!start) return [];
    const came = new Map<string, string | null>([[from.join(" "), null]]);
    const todo: [Placed, string][] = [[start, from[1]]];
    for (let i = 0; i < todo.length; i++) {
      const [tile, point] = todo[i]!;
      const here = `${tile.slug} ${point}`;
      if (here === to.join(" ")) return trace(came, here);
      if (here !== from.join(" ") && stops(tile.sheet, point)) continue;
      for (const [other, next] of this.#next(tile, point)) {
        const name = `${other.slug} ${next}`;
        if (came.has(name) || (within && !within.includes(other.slug))) continue;
        came.set(name, here);
        todo.push([other, next]);
      }
    }
    return [];
  }
}

function trace(came: Map<string, string | null>, end: string): [string, string][] {
  const found: [string, string][] = [];
  for (let at: string | null = end; at !== null; at = came.get(at) ?? null) {
    found.unshift(at.split(" ") as [string, string]);
  }
  return found;
}

export const atCity = (sheet: TileSheet, point: string): boolean => point in sheet.cities;
export const atBuilding = (sheet: TileSheet, point: string): boolean =>
  atCity(sheet, point) || point === sheet.building;

/** The empty cells around a region, edges and corners (20C-9.3). */
export function frontier(region: RegionView): [number, number][] {
  const taken = new Set(Object.values(region).map((laid) => laid.cell.join()));
  const found = new Map<string, [number, number]>();
  for (const { cell } of Object.values(region)) {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const next: [number, number] = [cell[0] + dx, cell[1] + dy];
        if (!taken.has(next.join())) found.set(next.join(), next);
      }
    }
  }
  return [...found.values()];
}

/** What a tile would bring on a cell, turned so: for each of its cities, or once for a facility. */
export interface Prospect {
  city: string | null;
  gain: Goods;
  /** Plants of the region that reach the new land, and lands with garbage that its own plant would reach. */
  cleaners: number;
  cleans: number;
}

export function prospects(
  region: RegionView,
  sheetOf: SheetOf,
  slug: string,
  cell: [number, number],
  turn: number,
  before: Goods,
): Prospect[] {
  const country = new Country({ ...region, [slug]: { cell, turn, bridges: [], citizens: [], garbage: 0 } }, sheetOf);
  const staffed = country.staffed();
  const sheet = sheetOf(slug);
  const cleaners = sheet.facility
    ? 0
    : [...country.reach].filter(([city, lands]) => staffed.has(city) && lands.includes(slug)).length;
  const cities = sheet.facility ? [null] : Object.keys(sheet.cities);
  return cities.map((city) => {
    const after = country.yields(city === null ? staffed : new Set([...staffed, `${slug} ${city}`]));
    const gain = Object.fromEntries(GOODS.map((good) => [good, after[good] - before[good]])) as Goods;
    const lands = city === null ? [] : (country.reach.get(`${slug} ${city}`) ?? []);
    return { city, gain, cleaners, cleans: lands.length };
  });
}

export const total = (goods: Goods): number => goods.coins + goods.science + goods.prosperity;

/** The best place for a tile: by goods, then by plants that clean it. */
export function bestPlace(
  region: RegionView,
  sheetOf: SheetOf,
  slug: string,
): (Prospect & { cell: [number, number]; turn: number }) | null {
  const before = new Country(region, sheetOf).yields();
  let best: (Prospect & { cell: [number, number]; turn: number }) | null = null;
  const value = (p: Prospect): number => total(p.gain) * 10 + p.cleaners * 3 + p.cleans;
  for (const cell of frontier(region)) {
    for (let turn = 0; turn < 4; turn++) {
      for (const prospect of prospects(region, sheetOf, slug, cell, turn, before)) {
        if (!best || value(prospect) > value(best)) best = { ...prospect, cell, turn };
      }
    }
  }
  return best;
}
