import type { Clock } from '#shared/clock';

/** Milliseconds between attempts to load a module. */
const RETRY_MS = 5000;

/**
 * Code that is loaded on demand and then available synchronously: the one way in which pages load late code.
 *
 * Chromium never fetches a failed module again in the same document, so a second attempt succeeds only in other
 * browsers. In Chromium each attempt fires `vite:preloadError`, upon which `UpdateWatch` reloads the page once the proxy
 * answers.
 */
class Lazy<Module> {
  readonly #fetch: () => Promise<Module>;
  #value = $state.raw<Module | null>(null);

  constructor(fetch: () => Promise<Module>) {
    this.#fetch = fetch;
  }

  /** What was loaded; null before. Reactive. */
  get value(): Module | null {
    return this.#value;
  }

  /** Loads the module. Rejects if that fails; the next call makes a new attempt. */
  async load(): Promise<Module> {
    this.#value ??= await this.#fetch();
    return this.#value;
  }

  /** Loads the module. Rejects if that fails or takes longer than `ms`. */
  loadWithin(clock: Clock, ms: number): Promise<Module> {
    return new Promise((resolve, reject) => {
      const stopTimer = clock.after(ms, () => reject(new Error(`not loaded within ${ms} ms`)));
      this.load().then(resolve, reject).finally(stopTimer);
    });
  }

  /** Loads the module, and calls `use` with it once. Makes an attempt every 5 s. Returns a function that stops it. */
  loadUntilThere(clock: Clock, use: (module: Module) => void = () => undefined): () => void {
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

  /** Does the same once the browser is idle, or after a short time: for code that no first screen needs. */
  loadWhenIdle(environment: { readonly clock: Clock; idle(): Promise<void> }): () => void {
    let isStopped = false;
    let stop = () => {};
    void environment.idle().then(() => {
      if (!isStopped) stop = this.loadUntilThere(environment.clock);
    });
    return () => {
      isStopped = true;
      stop();
    };
  }
}

/** Makes late code of a function that loads it: `lazy(() => import('./parts'))`. Nothing is loaded before somebody asks for it. */
export const lazy = <Module>(fetch: () => Promise<Module>): Lazy<Module> => new Lazy(fetch);

export type { Lazy };
