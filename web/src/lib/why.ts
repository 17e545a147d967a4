/** Why a move is illegal, and whether one other move would make it legal. */
import type { Foresight, Place } from "./ahead";
import type { Answer } from "./table.svelte";

/** A table at which somebody asks; the answer is left there. */
interface Asking {
  readonly plan: readonly string[];
  readonly place: Place;
  readonly moves: ReadonlySet<string>;
  answer: Answer | null;
  refused(error: unknown, at: Element): void;
}

/** The refusal is told at once, the move that would help when it is found and the question still stands. */
export async function tellWhy(foresight: Foresight, table: Asking, move: string, at: Element): Promise<void> {
  const { plan, place } = table;
  try {
    const refusal = await foresight.why(move, plan, place);
    if (!refusal) return;
    table.answer = { refusal, at };
    const wanted = (): boolean => table.answer?.at === at && table.place.version === place.version;
    const mend = await foresight.mend(move, [...table.moves], plan, place, wanted);
    if (mend && wanted()) table.answer = { refusal, at, mend };
  } catch (error) {
    table.refused(error, at);
  }
}
