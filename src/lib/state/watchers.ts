/** Those who want to be told of something, in the order they came. */
export class Watchers<T> {
  readonly #watchers = new Set<(news: T) => void>();

  /** Tells from now on; returns the end of the telling. */
  add(watcher: (news: T) => void): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  tell(news: T): void {
    for (const watcher of this.#watchers) watcher(news);
  }
}
