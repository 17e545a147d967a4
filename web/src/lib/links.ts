/** Private return tokens of this browser's seats, for returning to a seat from another browser. */
const KEY = "tafelrunde:back";
const KEPT = 60;

type Words = [table: string, seat: number, word: string][];

function stored(): Words {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Words;
  } catch {
    return [];
  }
}

export function keepBack(table: string, seat: number, word: string): void {
  const others = stored().filter(([id, own]) => id !== table || own !== seat);
  localStorage.setItem(KEY, JSON.stringify([[table, seat, word], ...others].slice(0, KEPT)));
}

export const backWord = (table: string, seat: number): string | null =>
  stored().find(([id, own]) => id === table && own === seat)?.[2] ?? null;
