/** Those who want to be told of something, in the order they came. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Tells from now on; returns the end of the telling. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
