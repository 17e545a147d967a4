/** The rule whose text is open next to its id; one at a time. */
import type { GameId } from "./types";

export const cited = $state<{ rule: { game: GameId; id: string } | null; at: Element | null }>({
  rule: null,
  at: null,
});
