/** What a seat can still afford: the sentences that the server chooses, as in the terminal. */
import type { Table } from "../../lib/table.svelte";
import type { Stage } from "./stage.svelte";

export const advice = (table: Table, stage: Stage): string[] =>
  (stage.prospects.advice ?? []).map(({ key, facts }) => table.texts.say("terminal", key, facts));
