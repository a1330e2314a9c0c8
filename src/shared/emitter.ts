/** Calls its listeners with each emitted value, in the order of subscription. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /**
   * Adds a listener; returns a function that removes it. A function that is subscribed twice is called once. It is bound, so that an owner
   * can offer it without the right to emit.
   */
  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Calls all listeners. If a listener throws, the later ones are not called. */
  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
