/** The positions of the fields of a track: streets from left to right, school and press upwards. */
import { ahead, fieldOf, type FieldSheet, type SideSheet } from "./model";

export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Lay {
  w: number;
  h: number;
  spots: Record<string, Spot>;
  /** The paving between fields. */
  road: string[];
  /** Arcs from field to field: shortcuts, the way back of those who leave. */
  arcs: { d: string; kind: "shortcut" | "leave" }[];
}

export interface Room {
  w: number;
  /** Height to fill, for the tracks that lead upwards. */
  h?: number;
  /** Break long streets into several lines. */
  narrow?: boolean;
  /** Room for the sign in front of the street instead of above it. */
  sign?: number;
}

export const HEAD = 20;
const GAP = 4;
const [FLAT, TALL] = [48, 54];

export function lay(side: SideSheet, room: Room): Lay {
  if (side.kind === "paths") return paths(side, room);
  if (side.kind === "graph") return side.fields.some((f) => f.row) ? rows(side, room) : levels(side, room);
  return street(side, room);
}

export const middle = ({ x, y, w, h }: Spot): [number, number] => [x + w / 2, y + h / 2];

function roads(side: SideSheet, spots: Record<string, Spot>): string[] {
  return side.fields.flatMap((field) =>
    field.next.map((next) => {
      const [x1, y1] = middle(spots[field.id]!);
      const [x2, y2] = middle(spots[next]!);
      return `M${x1} ${y1}L${x2} ${y2}`;
    }),
  );
}

/** One street; where it is broken, the road runs back between its lines. */
function street(side: SideSheet, { w, narrow, sign = 0 }: Room): Lay {
  const FIELD = narrow ? TALL : FLAT;
  const count = side.fields.length;
  const lines = narrow && count > 7 ? 2 : 1;
  const columns = Math.ceil(count / lines);
  const wide = (w - sign - GAP * (columns - 1)) / columns;
  const shortcuts = side.fields.some((f) => f.shortcut);
  const top = (sign ? 0 : HEAD) + (shortcuts && !narrow ? 9 : 0);
  const spots: Record<string, Spot> = {};
  side.fields.forEach((field, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    spots[field.id] = { x: sign + column * (wide + GAP), y: top + row * (FIELD + 10), w: wide, h: FIELD };
  });
  const road: string[] = [];
  for (let row = 0; row < lines; row++) {
    const y = top + row * (FIELD + 10) + FIELD / 2;
    const last = Math.min(columns, count - row * columns) - 1;
    road.push(`M${sign + wide / 2} ${y}H${sign + last * (wide + GAP) + wide / 2}`);
    if (row + 1 < lines) {
      const gap = y + FIELD / 2 + 5;
      road.push(`M${w - wide / 2} ${y}V${gap}H${wide / 2}V${gap + 10}`);
    }
  }
  const bottom = top + lines * (FIELD + 10) - 10;
  const arcs: Lay["arcs"] = [];
  if (!narrow)
    for (const field of side.fields) {
      if (!field.shortcut) continue;
      const [from, to] = [spots[field.id]!, spots[field.shortcut]!];
      const [x1, x2, y] = [from.x + from.w - 10, to.x + 10, from.y];
      arcs.push({ d: `M${x1} ${y}C${x1 + 20} ${y - 12} ${x2 - 20} ${y - 12} ${x2} ${y - 1}`, kind: "shortcut" });
    }
  if (side.leave_track) arcs.push({ d: `M${w - wide / 2} ${bottom}v6H${wide / 2}v-5`, kind: "leave" });
  return { w, h: bottom + (side.leave_track ? 10 : 2), spots, road, arcs };
}

/** Two rows side by side, the start in front of both (industry B). */
function rows(side: SideSheet, { w, narrow }: Room): Lay {
  const columns = Math.max(...side.fields.map((f) => f.level ?? 0)) + 1;
  const high = narrow ? TALL : 44;
  const wide = (w - GAP * (columns - 1)) / columns;
  const spots: Record<string, Spot> = {};
  for (const field of side.fields) {
    const lower = field.row === "lower" ? high + 8 : 0;
    const x = (field.level ?? 0) * (wide + GAP);
    spots[field.id] = { x, y: HEAD + (field.row ? lower : (high + 8) / 2), w: wide, h: high };
  }
  return { w, h: HEAD + 2 * high + 10, spots, road: roads(side, spots), arcs: [] };
}

/** Levels from the bottom to the top: rows of small fields and large ones (school). */
function levels(side: SideSheet, { w, h }: Room): Lay {
  const byLevel = new Map<number, FieldSheet[]>();
  for (const field of side.fields) byLevel.set(field.level ?? 0, [...(byLevel.get(field.level ?? 0) ?? []), field]);
  const count = byLevel.size;
  const high = Math.max(30, ((h ?? HEAD + count * 46) - HEAD - 2 - (count - 1) * GAP) / count);
  const spots: Record<string, Spot> = {};
  for (const [level, fields] of byLevel) {
    const wide = (w - GAP * (fields.length - 1)) / fields.length;
    const y = HEAD + (count - 1 - level) * (high + GAP);
    fields.forEach((field, i) => (spots[field.id] = { x: i * (wide + GAP), y, w: wide, h: high }));
  }
  return { w, h: HEAD + count * (high + GAP), spots, road: roads(side, spots), arcs: [] };
}

/** Four paths that begin at the bottom (press). */
function paths(side: SideSheet, { w, h }: Room): Lay {
  const names = side.paths;
  const long = Math.max(...names.map((path) => side.fields.filter((f) => f.path === path).length));
  const start = 42;
  const high = Math.max(40, ((h ?? HEAD + start + long * 58) - HEAD - 2 - start) / long - 6);
  const wide = (w - GAP * (names.length - 1)) / names.length;
  const bottom = HEAD + long * (high + 6);
  const spots: Record<string, Spot> = { [side.start]: { x: 0, y: bottom, w, h: start } };
  names.forEach((path, column) =>
    side.fields
      .filter((f) => f.path === path)
      .forEach((field, i) => {
        spots[field.id] = { x: column * (wide + GAP), y: bottom - (i + 1) * (high + 6), w: wide, h: high };
      }),
  );
  const road = side.fields
    .filter((f) => f.path)
    .map((field) => {
      const [x, y] = middle(spots[field.id]!);
      return `M${x} ${y}V${y + high}`;
    });
  return { w, h: bottom + start + 2, spots, road, arcs: [] };
}

/** Fields a step could lead to from here, occupied ones skipped where the track allows it. */
export function within(side: SideSheet, from: string, taken: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const look = (id: string): void => {
    const field = fieldOf(side, id);
    if (field.single && taken.has(id)) field.next.forEach(look);
    else found.push(id);
  };
  ahead(fieldOf(side, from)).forEach(look);
  return found;
}
