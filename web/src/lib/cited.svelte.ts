/** The rule whose text stands open beside its id; one at a time. */
import type { GameId } from "./types";

export const cited = $state<{ rule: { game: GameId; id: string } | null; at: Element | null }>({
  rule: null,
  at: null,
});
