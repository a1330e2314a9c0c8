import type { Clock } from '#shared/clock';

/** Milliseconds between attempts to fetch a module that is needed. */
const RETRY_MS = 5000;

/** A module that is loaded on demand and then available synchronously. */
export class LazyModule<Module> {
  readonly #fetch: () => Promise<Module>;
  #current: Module | null = null;

  constructor(fetch: () => Promise<Module>) {
    this.#fetch = fetch;
  }

  /** The module; null before it is loaded. */
  get current(): Module | null {
    return this.#current;
  }

  /** Loads the module. Rejects if that fails; the next call tries again. */
  async load(): Promise<Module> {
    this.#current ??= await this.#fetch();
    return this.#current;
  }

  /** Fetches the module as `load` does, and rejects after `ms` too. */
  loadWithin(clock: Clock, ms: number): Promise<Module> {
    return new Promise((resolve, reject) => {
      const stopTimer = clock.after(ms, () => reject(new Error(`not fetched within ${ms} ms`)));
      this.load().then(resolve, reject).finally(stopTimer);
    });
  }

  /** Fetches the module and calls `use` with it, once. Tries again every 5 s until it comes; returns the stop. */
  loadUntilThere(clock: Clock, use: (module: Module) => void): () => void {
    let isStopped = false;
    let stopTimer: (() => void) | null = null;
    const attempt = () => {
      this.load().then(
        (module) => {
          if (!isStopped) use(module);
        },
        () => {
          if (!isStopped) stopTimer = clock.after(RETRY_MS, attempt);
        }
      );
    };
    attempt();
    return () => {
      isStopped = true;
      stopTimer?.();
    };
  }
}
