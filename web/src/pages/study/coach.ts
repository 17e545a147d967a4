/** Tables that are played with the coach: for this browser window only. */
const KEY = "tafelrunde:guided";

export function guide(table: string): void {
  sessionStorage.setItem(KEY, table);
}

export const guided = (table: string): boolean => sessionStorage.getItem(KEY) === table;

export function alone(): void {
  sessionStorage.removeItem(KEY);
}
