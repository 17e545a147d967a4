/** The legal moves for which a land or a city of the viewer's region stands. */
import type { Table } from "../../lib/table.svelte";
import type { RegionView, SeatView } from "./types";

const OF_LANDS = ["garbage", "sort", "truck", "unload", "clean", "bridge"];
const OF_CITIES = ["citizen", "worker", "locomotive", "to", "plant"];

export interface Targets {
  lands: Map<string, string[]>;
  cities: Map<string, string[]>;
}

export function targets(table: Table, own: SeatView, tool: string | null): Targets {
  const found: Targets = { lands: new Map(), cities: new Map() };
  const add = (to: Map<string, string[]>, key: string, move: string): void => {
    const moves = to.get(key);
    if (moves) moves.push(move);
    else to.set(key, [move]);
  };
  for (const move of table.moves) {
    const [verb = "", first = "", second = ""] = move.split(" ");
    if (
      tool &&
      table.decision?.kind === "technologies" &&
      move.split(" ").slice(0, tool.split(" ").length).join(" ") !== tool
    )
      continue;
    if (verb === "recycle") add(found.lands, second, move);
    else if (OF_LANDS.includes(verb)) add(found.lands, first, move);
    else if (OF_CITIES.includes(verb)) add(found.cities, `${first} ${second}`, move);
  }
  whyNot(table.decision?.kind ?? "", own, found);
  return found;
}

/** Places that a person may try in vain: they get the move too, and answer why it cannot be made. */
function whyNot(kind: string, own: SeatView, found: Targets): void {
  const lands = Object.entries(own.region).filter(([, laid]) => laid.garbage !== undefined);
  const verb = { waste: "garbage", unload: "unload", clean: "clean" }[kind];
  if (verb) {
    for (const [slug] of lands) if (!found.lands.has(slug)) found.lands.set(slug, [`${verb} ${slug}`]);
  }
  if (kind === "ride") {
    for (const line of own.lines.flat()) if (!found.cities.has(line)) found.cities.set(line, [`to ${line}`]);
  }
  if (kind === "plants") {
    for (const city of Object.keys(own.plants)) if (!found.cities.has(city)) found.cities.set(city, [`plant ${city}`]);
  }
}

/** What differs between two regions, for the glass: garbage, citizens, bridges, tiles. */
export interface Change {
  tile: string;
  garbage: number;
  come: string[];
  gone: string[];
  bridges: [string, string][];
  laid: boolean;
}

export function changes(before: RegionView, after: RegionView): Change[] {
  const found: Change[] = [];
  for (const [tile, then] of Object.entries(after)) {
    const now = before[tile];
    const change: Change = {
      tile,
      garbage: (then.garbage ?? 0) - (now?.garbage ?? 0),
      come: (then.citizens ?? []).filter((city) => !now?.citizens?.includes(city)),
      gone: (now?.citizens ?? []).filter((city) => !then.citizens?.includes(city)),
      bridges: then.bridges.slice(now?.bridges.length ?? 0),
      laid: !now,
    };
    if (change.laid || change.garbage || change.come.length || change.gone.length || change.bridges.length)
      found.push(change);
  }
  return found;
}
