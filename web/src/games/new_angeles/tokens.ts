/** The pieces in the city, each with a stable key, so that its movement can be animated. */
import type { Districts, PieceId } from "./model";
import type { Plan, Spot } from "./places";

export interface Token {
  id: number;
  kind: string;
  district: number;
  spot: Spot;
}
export interface Ghost {
  key: string;
  kind: string;
  spot: Spot;
  gone: boolean;
}

const ORDER: readonly PieceId[] = ["android", "human_first", "orgcrime", "prisec", "illness", "development"];
export const tokenSize = (plan: Plan): number => (plan.tile.w > 120 ? 20 : 18);

interface Standing {
  kind: string;
  district: number;
  index: number;
  /** How many pieces share the district. */
  of: number;
}

function standing(districts: Districts): Standing[] {
  return Object.entries(districts).flatMap(([number, here]) => {
    const status = here.outage ? ["outage"] : here.unrest === "stable" ? [] : [here.unrest];
    const kinds = [...status, ...ORDER.filter((piece) => here[piece])];
    return kinds.map((kind, index) => ({ kind, district: Number(number), index, of: kinds.length }));
  });
}

/** In a row; they move together where there are many. */
function spot(plan: Plan, { district, index, of }: Omit<Standing, "kind">): Spot {
  const { x, y } = plan.at[district]!;
  const size = tokenSize(plan);
  const step = Math.min(size + 1, (plan.tile.w - 10 - size) / Math.max(1, of - 1));
  return { x: x + 5 + index * step, y: y + plan.tile.h - size - 6 };
}

/** The pieces of a position; what left one district and came to another keeps its name. */
export function follow(before: readonly Token[], districts: Districts, plan: Plan, fresh: () => number): Token[] {
  const left = [...before];
  const take = (kind: string, district: number | null): number | undefined => {
    const i = left.findIndex((token) => token.kind === kind && (district === null || token.district === district));
    return i < 0 ? undefined : left.splice(i, 1)[0]!.id;
  };
  const wanted = standing(districts);
  const stayed = wanted.map((piece) => take(piece.kind, piece.district));
  const found = wanted.map((piece, i) => {
    const id = stayed[i] ?? take(piece.kind, null) ?? fresh();
    return { id, kind: piece.kind, district: piece.district, spot: spot(plan, piece) };
  });
  return found.sort((a, b) => a.id - b.id);
}

/** What would come and what would go. */
export function ghosts(now: Districts, then: Districts, plan: Plan): Ghost[] {
  const key = (piece: { kind: string; district: number }): string => `${piece.kind} ${piece.district}`;
  const before = new Set(standing(now).map(key));
  const after = standing(then);
  const left = new Set(after.map(key));
  const come = after.filter((piece) => !before.has(key(piece)));
  const gone = standing(now).filter((piece) => !left.has(key(piece)));
  return [
    ...come.map((p) => ({ key: `+${key(p)}`, kind: p.kind, gone: false, spot: raised(plan, p) })),
    ...gone.map((p) => ({ key: `-${key(p)}`, kind: p.kind, gone: true, spot: spot(plan, p) })),
  ];
}

/** A ghost that comes hovers above the others, so that it covers nothing. */
function raised(plan: Plan, piece: Standing): Spot {
  const { x, y } = spot(plan, piece);
  return { x, y: y - 3 };
}
