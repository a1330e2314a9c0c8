import type * as Parts from './parts';

/** The parts of a device's sheet below its state, once they are loaded. */
class SheetParts {
  #current = $state.raw<typeof Parts>();

  /** Undefined until they are loaded. Reactive. */
  get current(): typeof Parts | undefined {
    return this.#current;
  }

  /** Loads them. Rejects if they cannot be loaded. */
  async load(): Promise<void> {
    this.#current = await import('./parts');
  }
}

/** The parts of all sheets of this page. */
export const sheetParts = new SheetParts();
