/** The move under the pointer or with the focus, and its effects. */
import type { Glass } from "./table.svelte";

/** How long the pointer must rest before the server is asked. */
const REST = 60;

export class Lens {
  glass = $state.raw<Glass | null>(null);
  #on: string | null = null;

  /** `foresee` tells nothing where the move cannot be made any more. */
  constructor(private readonly foresee: (move: string) => Promise<Glass | null>) {}

  hover(move: string | null): void {
    this.#on = move;
    if (move === null) this.glass = null;
    else void this.#look(move);
  }

  /** The position has changed, the pointer has not moved. */
  again(): void {
    this.glass = null;
    if (this.#on !== null) void this.#look(this.#on);
  }

  async #look(move: string): Promise<void> {
    await new Promise((done) => setTimeout(done, REST));
    if (this.#on !== move) return;
    // What cannot be foreseen is not shown; playing the move tells why.
    const glass = await this.foresee(move).catch(() => null);
    if (glass && this.#on === move) this.glass = glass;
  }
}
