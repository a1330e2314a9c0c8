/** Calls its listeners with each value that is emitted, in the order in which they subscribed. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Calls the listener with each value from now on; returns its removal. A function that is subscribed twice is called once. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** A listener that throws stops it: the later ones are not called. */
  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
