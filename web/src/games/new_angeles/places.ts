/** Where things lie on the map: a wide composition for desks, a tall one for telephones. Every road runs to the Root. */
export interface Spot {
  x: number;
  y: number;
}
export interface Plan {
  width: number;
  height: number;
  tile: { w: number; h: number };
  /** Upper left corners by district number; 0 is the Root. */
  at: Record<number, Spot>;
  /** Where the cable meets the sky. */
  cable: number;
}

export const WIDE: Plan = {
  width: 760,
  height: 410,
  tile: { w: 130, h: 100 },
  at: {
    1: { x: 12, y: 34 },
    2: { x: 164, y: 23 },
    3: { x: 22, y: 152 },
    4: { x: 148, y: 266 },
    5: { x: 174, y: 150 },
    6: { x: 324, y: 146 },
    7: { x: 314, y: 266 },
    8: { x: 446, y: 23 },
    9: { x: 474, y: 154 },
    10: { x: 622, y: 136 },
    0: { x: 622, y: 262 },
  },
  cable: 687,
};

export const TALL: Plan = {
  width: 372,
  height: 632,
  tile: { w: 107, h: 100 },
  at: {
    1: { x: 4, y: 24 },
    2: { x: 134, y: 28 },
    3: { x: 4, y: 142 },
    4: { x: 4, y: 258 },
    5: { x: 132, y: 146 },
    6: { x: 134, y: 262 },
    7: { x: 4, y: 374 },
    8: { x: 262, y: 214 },
    9: { x: 134, y: 378 },
    10: { x: 134, y: 492 },
    0: { x: 262, y: 478 },
  },
  cable: 315.5,
};

export const centre = (plan: Plan, number: number): Spot => {
  const { x, y } = plan.at[number]!;
  return { x: x + plan.tile.w / 2, y: y + plan.tile.h / 2 };
};

/** Where the line between two centres leaves a tile. */
function edge(plan: Plan, from: Spot, to: Spot, gap: number): Spot {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const { w, h } = plan.tile;
  const t = Math.min((w / 2 + gap) / Math.abs(dx || 1e-6), (h / 2 + gap) / Math.abs(dy || 1e-6));
  return { x: from.x + dx * t, y: from.y + dy * t };
}

/** A road from one district to the next, slightly bent. */
export function road(plan: Plan, from: number, to: number): string {
  const a = centre(plan, from);
  const b = centre(plan, to);
  const start = edge(plan, a, b, 1);
  const end = edge(plan, b, a, 7);
  const bend = {
    x: (start.x + end.x) / 2 + (end.y - start.y) * 0.08,
    y: (start.y + end.y) / 2 - (end.x - start.x) * 0.08,
  };
  return `M${start.x} ${start.y} Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
}

export interface House {
  x: number;
  w: number;
  h: number;
  /** Which windows are lit, row by row. */
  lit: boolean[][];
}

/** The same skyline for the same district every time. */
export function skyline(number: number, width: number, tier: number): House[] {
  let seed = number * 7919 + 17;
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const houses: House[] = [];
  for (let x = 4; x < width - 12;) {
    const w = 9 + Math.floor(random() * 9);
    const h = 10 + Math.floor(random() * (8 + tier * 6));
    const rows = Math.floor((h - 2) / 5);
    const columns = Math.floor((w - 2) / 4);
    houses.push({
      x,
      w: Math.min(w, width - 6 - x),
      h,
      lit: Array.from({ length: rows }, () => Array.from({ length: columns }, () => random() > 0.42)),
    });
    x += w + (random() > 0.7 ? 4 : 1);
  }
  return houses;
}
