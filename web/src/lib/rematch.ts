/** A rematch with the same people: the person who asks is seated at the new table; everybody else decides. */
import { keepBack } from "./links";
import type { LiveTable } from "./live.svelte";
import { go } from "./router.svelte";

/** Take one's seat at the next table, or make it; a spectator only goes to look. */
export async function playAgain(table: LiveTable): Promise<void> {
  if (table.me === null) return go(`/t/${table.info.successor}`);
  const made = await table.ask("rematch", {});
  if (!made) return;
  for (const { seat, back } of made.taken) keepBack(made.id, seat, back);
  go(`/t/${made.id}`);
}
