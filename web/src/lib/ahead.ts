/** What the server foresees for one seat: where tentative moves lead, what they are called, why they cannot be made. */
import { post } from "./api";
import { settings } from "./settings.svelte";
import type { Preview, Problem } from "./types";

const KEPT = 200;

/** What it is asked about: the table as it stands, or (`later`) the seat's next turn on a sampled copy. */
export interface Place {
  version: number;
  later: boolean;
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

  /** `far`: moves that are no longer legal are left off instead of being refused; a later turn is always asked so. */
  preview(moves: readonly string[], { version, later }: Place, far = false): Promise<Preview> {
    const key = `${version}:${later}:${far}:${moves.join(";")}`;
    let found = this.#looked.get(key);
    if (!found) {
      if (this.#looked.size > KEPT) this.#looked.clear();
      found = later
        ? post<Preview>(`/tables/${this.id}/plan`, { moves, ...this.seat })
        : post<Preview>(`/tables/${this.id}/preview`, { moves, version, far, ...this.seat });
      found.catch(() => this.#looked.delete(key));
      this.#looked.set(key, found);
    }
    return found;
  }

  /** The moves that can be made after these, in words. */
  words(after: readonly string[], { later }: Place): Promise<Record<string, string>> {
    const body = { after, later, lang: settings.lang, ...this.seat };
    return post<Record<string, string>>(`/tables/${this.id}/words`, body).catch(() => ({}));
  }

  /** Why a move cannot be made after these; nothing where it can. */
  async why(move: string, after: readonly string[], { later }: Place): Promise<Problem | null> {
    const body = { move, after, later, ...this.seat };
    const told = await post<{ legal: boolean; problem?: Problem }>(`/tables/${this.id}/why`, body);
    return told.problem ?? null;
  }
}
