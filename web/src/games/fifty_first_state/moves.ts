/** The legal moves for which an element on the table stands. */
import type { Table } from "../../lib/table.svelte";
import type { Place } from "./data";

const asked = (table: Table): string => table.decision?.kind ?? "";
const legal = (table: Table, ...wanted: string[]): string[] => wanted.filter((move) => table.moves.has(move));
const starting = (table: Table, start: string): string[] => [...table.moves].filter((move) => move.startsWith(start));

/** An own location: activated, replaced, copied, cleared, defended, its stock paid, goods stored on it. */
function ownPlace(table: Table, key: string, place: Place): string[] {
  const found = legal(table, `activate ${key}`, `replace ${key}`, `copy ${key}`, `reset ${key}`, `defend ${key}`);
  for (const good of Object.keys(place.stock)) found.push(...legal(table, `pay stock ${key} ${good}`));
  if (asked(table) === "store")
    found.push(...starting(table, "store ").filter((m) => m.split(" ").slice(2).join(" ") === key));
  if (found.length) return found;
  // What could be meant by a tap on something that cannot be played: it is answered why.
  if (asked(table) === "turn" && place.kind === "action") return [`activate ${key}`];
  return { replace: [`replace ${key}`], copy: [`copy ${key}`], reset: [`reset ${key}`] }[asked(table)] ?? [];
}

function othersPlace(table: Table, seat: number, key: string): string[] {
  const found = legal(table, `use ${seat} ${key}`, `raid ${seat} ${key}`, `target ${seat} ${key}`);
  if (found.length) return found;
  return { turn: [`raid ${seat} ${key}`], target: [`target ${seat} ${key}`] }[asked(table)] ?? [];
}

export function placeMoves(table: Table, seat: number, key: string, place: Place): string[] {
  if (table.me === null || !table.decision) return [];
  return seat === table.me ? ownPlace(table, key, place) : othersPlace(table, seat, key);
}

export function dealMoves(table: Table, seat: number, card: string): string[] {
  if (seat !== table.me) return legal(table, `tap ${seat} ${card}`);
  return legal(table, `cancel ${card}`, `collect ${card}`);
}

/** A good in a supply: paid, chosen, stored, or stolen by another. */
export function goodMoves(table: Table, seat: number, good: string): string[] {
  if (seat !== table.me) return legal(table, `steal ${seat} ${good}`);
  return [
    ...legal(table, `pay ${good}`, `choose ${good}`),
    ...(asked(table) === "store" ? starting(table, `store ${good} `) : []),
  ];
}

/** How many things of a seat could be aimed at now. */
export const aimed = (table: Table, seat: number): number =>
  [...table.moves].filter((move) => /^(use|raid|target|steal|tap) /.test(move) && move.split(" ")[1] === `${seat}`)
    .length;

/** A card of the hand as a whole: given back, discarded, drafted, played. */
export const cardMoves = (table: Table, card: string): string[] =>
  legal(table, `discard ${card}`, `draft ${card}`, `play ${card}`);
