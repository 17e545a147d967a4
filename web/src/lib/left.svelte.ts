/** What the viewer's seat has left with the server: standing answers and a prepared turn. */
import type { Left, Problem } from "./types";

const NOTHING: Left = { standing: false, auto: true, orders: {}, prepared: [], dropped: null };

export class Remains {
  left = $state.raw<Left>(NOTHING);
  /** Why the prepared move was dropped, where that can still be told. */
  droppedWhy = $state.raw<Problem | null>(null);
  #looking = 0;

  /** `ask` asks for the table as it is now; `why` tells why a move cannot be made, where the own turn still stands. */
  constructor(
    private readonly ask: () => Promise<{ left: Left | null }>,
    private readonly why: (move: string) => Promise<Problem | null>,
  ) {}

  async note(left: Left | null | undefined): Promise<void> {
    const noted = (this.left = left ?? NOTHING);
    this.droppedWhy = null;
    if (noted.dropped === null) return;
    const why = await this.why(noted.dropped).catch(() => null);
    if (this.left === noted) this.droppedWhy = why;
  }

  /** Look what became of the prepared turn. */
  look(soon: number): void {
    clearTimeout(this.#looking);
    this.#looking = window.setTimeout(() => {
      void this.ask()
        .then(({ left }) => this.note(left))
        .catch(() => undefined);
    }, soon);
  }

  close(): void {
    clearTimeout(this.#looking);
  }
}
