/** Making tables. */
import { USUAL } from "../games";
import { get, post } from "./api";
import { keepBack } from "./links";
import { ensureSession } from "./session.svelte";
import type { GameId, Lang } from "./types";

type Words = Partial<Record<Lang, string>>;

export interface GameOption {
  default: string;
  choices: string[];
  title: Words;
  help: Words;
  /** Those choices that are not simply written as they are. */
  names: Record<string, Words>;
}

/** A named set of option values. */
export interface Preset {
  options: Record<string, string>;
  title: Words;
  help: Words;
}

export interface GameInfo {
  id: GameId;
  title: string;
  players: number[];
  options: Record<string, GameOption>;
  presets: Record<string, Preset>;
}

export interface Wish {
  game: GameId;
  players: number;
  seats: string[];
  options?: Record<string, string>;
  pace?: { mode: "live" | "day"; seconds?: number };
  public?: boolean;
  watch?: boolean;
  hints?: boolean;
  components?: string;
}

export interface Made {
  id: string;
  invites: string[];
}

export const games = (): Promise<GameInfo[]> => get<GameInfo[]>("/games");

export async function make(wish: Wish): Promise<Made> {
  await ensureSession();
  const made = await post<Made & { back: string[] }>("/tables", wish);
  const own = wish.seats.flatMap((spec, seat) => (spec === "me" ? [seat] : []));
  own.forEach((seat, i) => made.back[i] && keepBack(made.id, seat, made.back[i]));
  return made;
}

/** One click from the cover to the first decision. */
export async function playNow(game: GameId): Promise<string> {
  const players = USUAL[game];
  const seats = ["me", ...Array<string>(players - 1).fill("bot:easy")];
  return (await make({ game, players, seats, hints: true })).id;
}
