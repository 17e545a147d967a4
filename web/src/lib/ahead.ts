/** Previews for one seat: the result of tentative moves, their sentences, and why a move is illegal. */
import { post } from "./api";
import { settings } from "./settings.svelte";
import type { Preview, Problem } from "./types";
import type { Sentences } from "../wire/api";

const SILENT: Sentences = { words: {}, declines: null };

const KEPT = 200;
/** Moves that are tried, and how many of them at the same time. */
const MENDS = 20;
const AT_ONCE = 4;

/** What it is asked about: the table as it stands, or (`later`) the seat's next turn on a sampled copy. */
export interface Place {
  version: number;
  later: boolean;
}

export interface Wanted {
  /** Moves that are no longer legal are left off instead of being refused. */
  far?: boolean;
  /** Steps that leave no choice are followed too. */
  forced?: boolean;
  /** Differences are counted from the position after so many of the moves. */
  since?: number;
}

export class Foresight {
  #looked = new Map<string, Promise<Preview>>();

  constructor(
    private readonly id: string,
    private readonly seat: { seat?: number },
  ) {}

  /** The table has moved on. */
  forget(): void {
    this.#looked.clear();
  }

  /** A later turn is always asked for as far as its moves are legal. */
  preview(moves: readonly string[], { version, later }: Place, wanted: Wanted = {}): Promise<Preview> {
    const key = `${version}:${later}:${JSON.stringify(wanted)}:${moves.join(";")}`;
    let found = this.#looked.get(key);
    if (!found) {
      if (this.#looked.size > KEPT) this.#looked.clear();
      const table = { path: { table_id: this.id } };
      found = later
        ? post("/tables/{table_id}/plan", { ...table, body: { moves: [...moves], ...this.seat } })
        : post("/tables/{table_id}/preview", {
            ...table,
            body: { ...wanted, moves: [...moves], version, ...this.seat },
          });
      found.catch(() => this.#looked.delete(key));
      this.#looked.set(key, found);
    }
    return found;
  }

  /** The moves that can be made after these, in words. */
  words(after: readonly string[], { later }: Place): Promise<Sentences> {
    const body = { after: [...after], later, lang: settings.lang, ...this.seat };
    return post("/tables/{table_id}/words", { path: { table_id: this.id }, body }).catch(() => SILENT);
  }

  /** What the own seat could gain after these, as far as the game's views do not say it. */
  prospects(after: readonly string[], { later }: Place): Promise<Record<string, unknown>> {
    const body = { after: [...after], later, ...this.seat };
    return post("/tables/{table_id}/prospects", { path: { table_id: this.id }, body }).catch(() => ({}));
  }

  /** Why a move cannot be made after these; nothing where it can. */
  async why(move: string, after: readonly string[], { later }: Place): Promise<Problem | null> {
    const body = { move, after: [...after], later, ...this.seat };
    const told = await post("/tables/{table_id}/why", { path: { table_id: this.id }, body });
    return told.problem ?? null;
  }

  /** One of the moves `candidates` after which another move can be made; looked for while it is `wanted`. */
  async mend(
    move: string,
    candidates: readonly string[],
    plan: readonly string[],
    place: Place,
    wanted: () => boolean,
  ): Promise<string | null> {
    const last = Math.min(candidates.length, MENDS);
    for (let i = 0; i < last && wanted(); i += AT_ONCE) {
      const found = await Promise.all(
        candidates.slice(i, Math.min(last, i + AT_ONCE)).map(async (step) => {
          const { view, stopped } = await this.preview([...plan, step], place);
          const then = [...(view.decision?.moves ?? []), ...view.free];
          return !stopped && then.includes(move) ? step : null;
        }),
      ).catch(() => []);
      const mend = found.find((step) => step !== null);
      if (mend) return mend;
    }
    return null;
  }
}
