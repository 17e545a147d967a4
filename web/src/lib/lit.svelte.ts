/** The active elements of the boards: those outside the decision bar that stand for legal moves. */

class Lit {
  readonly #found = new Map<Element, readonly string[]>();
  #version = $state(0);
  #soon = false;

  /** An element stands for these moves until the function that is returned is called. */
  add(element: Element, moves: readonly string[]): () => void {
    this.#found.set(element, moves);
    this.#change();
    return () => {
      this.#found.delete(element);
      this.#change();
    };
  }

  /** The elements with their moves; whoever reads them is told of changes. */
  get targets(): [Element, readonly string[]][] {
    void this.#version;
    return [...this.#found].filter(([element]) => element.isConnected && !element.closest(".bar, [role=dialog]"));
  }

  /** Elements come and go while a screen is drawn, when no state may change; and many at once. */
  #change(): void {
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.#version += 1;
    });
  }
}

export const lit = new Lit();
