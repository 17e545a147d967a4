/** Creating tables. */
import { post } from "./api";
import { usualPlayers } from "./games.svelte";
import { keepBack } from "./links";
import { ensureSession } from "./session.svelte";
import { settings } from "./settings.svelte";
import type { Created, TableBody } from "../wire/api";
import type { GameId } from "./types";

export type { Created as Made, Game as GameInfo, Option as GameOption, Preset } from "../wire/api";

export async function make(wish: TableBody & { seats: string[] }): Promise<Created> {
  await ensureSession();
  const made = await post("/tables", { body: wish });
  const own = wish.seats.flatMap((spec, seat) => (spec === "me" ? [seat] : []));
  own.forEach((seat, i) => made.back[i] && keepBack(made.id, seat, made.back[i]));
  return made;
}

/** One click from the cover to the first decision. */
export async function playNow(game: GameId): Promise<string> {
  const players = await usualPlayers(game);
  const seats = ["me", ...Array<string>(players - 1).fill(`bot:${settings.level}`)];
  return (await make({ game, players, seats, hints: true })).id;
}
