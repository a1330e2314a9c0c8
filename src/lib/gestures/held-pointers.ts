/** The pointers that are down in a window, and what they went down on. */
export class HeldPointers {
  readonly #window: EventTarget;
  readonly #down = new Map<number, EventTarget | null>();

  constructor(window: EventTarget) {
    this.#window = window;
  }

  /** The ids of the pointers that are down. */
  get ids(): readonly number[] {
    return [...this.#down.keys()];
  }

  /** Follows the pointers; returns a function that ends it. */
  start(): () => void {
    const attached = new AbortController();
    const options = { capture: true, signal: attached.signal };
    const listen = (type: string, run: (event: PointerEvent) => void) =>
      this.#window.addEventListener(
        type,
        (event) => {
          if (event instanceof PointerEvent) run(event);
        },
        options
      );
    listen('pointerdown', ({ pointerId, target }) => this.#down.set(pointerId, target));
    for (const type of ['pointerup', 'pointercancel'])
      listen(type, ({ pointerId }) => this.#down.delete(pointerId));
    return () => attached.abort();
  }

  /** Cancels what the pointers have begun, as the browser cancels it: a drag or a hold ends and does nothing. */
  cancel(): void {
    for (const [pointerId, target] of [...this.#down])
      target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true }));
  }
}
