/** This game's screen sentences, and names that several parts need. */
import { t } from "../../lib/messages";
import type { Table } from "../../lib/table.svelte";
import type { Facts } from "../../lib/types";

export const s = (key: string, facts: Facts = {}): string => t(`fifty_first_state.${key}`, facts);
/** Words that the terminal shows too. */
export const told = (table: Table, key: string, facts: Facts = {}): string => table.texts.say("terminal", key, facts);
export const seatName = (table: Table, seat: number): string => table.seats[seat]?.name ?? `${seat + 1}`;
