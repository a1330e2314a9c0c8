import type { Clock } from '#shared/clock';

/** Maximum number of commands that a screen posts in batches within `WINDOW_MS`: much more than a radio carries. */
const MAX_COMMANDS = 600;
const WINDOW_MS = 10_000;

/** Limits the commands that one screen posts in batches. Each of them costs work and memory, also if a newer one supersedes it at once. */
export class PostLimit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #posts = new Map<string, { readonly at: number; readonly count: number }[]>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Milliseconds until a screen may post again; 0 if it may now. */
  delay(screen: string): number {
    const recent = this.#recent(screen);
    let excess = recent.reduce((sum, { count }) => sum + count, 0) - MAX_COMMANDS;
    for (const { at, count } of recent) {
      if (excess < 0) return 0;
      excess -= count;
      if (excess < 0) return at + WINDOW_MS - this.#clock.monotonic();
    }
    return 0;
  }

  /** Counts the commands of a batch. */
  record(screen: string, count: number) {
    for (const id of [...this.#posts.keys()]) if (this.#recent(id).length === 0) this.#posts.delete(id);
    this.#posts.set(screen, [...this.#recent(screen), { at: this.#clock.monotonic(), count }]);
  }

  #recent(screen: string) {
    const since = this.#clock.monotonic() - WINDOW_MS;
    return (this.#posts.get(screen) ?? []).filter(({ at }) => at > since);
  }
}
