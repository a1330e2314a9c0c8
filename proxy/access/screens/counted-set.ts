/** Set of names with reference counts: a name is in it while anybody holds it. */
export class CountedSet {
  readonly #counts = new Map<string, number>();

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Holds a name. Returns a function that releases it. */
  add(name: string): () => void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return () => {
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    };
  }
}
