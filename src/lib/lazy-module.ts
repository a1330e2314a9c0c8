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
}
