/** Names that are in there for as long as anybody holds them. */
export class CountedSet {
  readonly #counts = new Map<string, number>();

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Holds a name until what this returns is called. */
  add(name: string): () => void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return () => {
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    };
  }
}
