import type { Clock } from '#shared/clock';

/** Milliseconds between attempts to load a module. */
const RETRY_MS = 5000;

/**
 * A module that is loaded on demand and then available synchronously.
 *
 * Chromium never fetches a failed module again in the same document, so a second attempt succeeds only in other
 * browsers. In Chromium each attempt fires `vite:preloadError`, upon which `UpdateWatch` reloads the page once the proxy
 * answers.
 */
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

  /** Loads the module. Rejects if that fails; the next call makes a new attempt. */
  async load(): Promise<Module> {
    this.#current ??= await this.#fetch();
    return this.#current;
  }

  /** Loads the module. Rejects if that fails or takes longer than `ms`. */
  loadWithin(clock: Clock, ms: number): Promise<Module> {
    return new Promise((resolve, reject) => {
      const stopTimer = clock.after(ms, () => reject(new Error(`not loaded within ${ms} ms`)));
      this.load().then(resolve, reject).finally(stopTimer);
    });
  }

  /** Loads the module and calls `use` with it once. Makes an attempt every 5 s. Returns a function that stops it. */
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
