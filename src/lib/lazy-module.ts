/** Code that no first screen waits for: fetched when it is first needed, and used at once from then on. */
export class LazyModule<Module> {
  readonly #fetch: () => Promise<Module>;
  #current: Module | null = null;

  constructor(fetch: () => Promise<Module>) {
    this.#fetch = fetch;
  }

  /** The module; null before it was fetched. */
  get current(): Module | null {
    return this.#current;
  }

  /** Fetches the module. Rejects where it cannot be had; the next call tries again. */
  async load(): Promise<Module> {
    this.#current ??= await this.#fetch();
    return this.#current;
  }
}
