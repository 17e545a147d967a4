/** The names of seats on the screen. */
import { t } from "./messages";
import type { SeatInfo } from "./types";

/** Of computer players, from the easiest to the strongest: those of the server. */
export const LEVELS = ["beginner", "easy", "normal", "hard", "expert"] as const;

/** Bots have names of their own, each with another initial; the server knows them only by their level. */
export function shownSeats(seats: readonly SeatInfo[]): SeatInfo[] {
  return seats.map((seat) => ({ ...seat, name: seatName(seat) }));
}

/** The server's name for people who deleted their account, also in records and chat lines. */
const FORMER = "former player";

export const shownName = (name: string): string => (name === FORMER ? t("shell.former_player") : name);

function seatName(seat: SeatInfo): string {
  if (seat.kind.startsWith("bot:")) return t(`shell.bot_${seat.seat % 6}`);
  const free = seat.open && seat.name !== FORMER;
  return free ? t("shell.free_seat", { n: seat.seat + 1 }) : shownName(seat.name);
}

/** "bot, easy"; empty for people. */
export function botLevel(seat: SeatInfo): string {
  const level = LEVELS.find((name) => seat.kind === `bot:${name}`);
  return level ? t(`shell.level_${level}`) : "";
}
