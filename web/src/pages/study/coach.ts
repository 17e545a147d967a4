/** Tables played with the coach, remembered for this browser tab only. */
const KEY = "tafelrunde:guided";

export function guide(table: string): void {
  sessionStorage.setItem(KEY, table);
}

export const guided = (table: string): boolean => sessionStorage.getItem(KEY) === table;

export function alone(): void {
  sessionStorage.removeItem(KEY);
}
