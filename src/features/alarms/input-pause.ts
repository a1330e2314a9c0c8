import type { Clock } from '#shared/clock';
import { HeldPointers } from '$lib/gestures/held-pointers';
import { shieldInput } from '$lib/gestures/input-shield';

/** Milliseconds in which an input is not for an alarm that has just appeared, but for what was there before. */
const PAUSE_MS = 1000;
/** Milliseconds after the release of a finger in which its click comes. */
const LATE_CLICK_MS = 100;

/**
 * Ignores all input for the first second of an alarm, and what was pressed before it came until that is released: what a finger or a key
 * has begun on the page below ends and does nothing, neither there nor in the alarm.
 */
export class InputPause {
  readonly #window: EventTarget;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #pointers: HeldPointers;
  /** The pointers that were down when an alarm came. */
  readonly #held = new Set<number>();
  #isNew = false;
  #shields: (() => void)[] = [];
  #isShown = false;

  constructor(window: EventTarget, clock: Pick<Clock, 'after'>) {
    this.#window = window;
    this.#clock = clock;
    this.#pointers = new HeldPointers(window);
  }

  /** Whether input is ignored now. */
  get isShut(): boolean {
    return this.#isNew || this.#held.size > 0;
  }

  /** Follows the pointers, before any alarm; returns a function that ends it. */
  start(): () => void {
    const attached = new AbortController();
    const options = { capture: true, signal: attached.signal };
    const release = (event: Event) => {
      if (!(event instanceof PointerEvent) || !this.#held.has(event.pointerId)) return;
      this.#clock.after(LATE_CLICK_MS, () => {
        this.#held.delete(event.pointerId);
        this.#unshield();
      });
    };
    const stopPointers = this.#pointers.start();
    this.#window.addEventListener('pointerup', release, options);
    this.#window.addEventListener('pointercancel', release, options);
    // Somebody touches again: a release was missed, or a palm rests on the screen.
    this.#window.addEventListener('pointerdown', () => this.#isNew || this.#held.clear(), options);
    return () => {
      stopPointers();
      attached.abort();
      this.#held.clear();
      this.#isShown = false;
      this.#unshield();
    };
  }

  /** Begins the pause of an alarm that appears; returns a function that says that it is gone, or another one is there. */
  begin(): () => void {
    const { ids } = this.#pointers;
    this.#pointers.cancel();
    for (const id of ids) this.#held.add(id);
    this.#isNew = true;
    this.#isShown = true;
    // Only now, since a page whose touches may be swallowed scrolls less smoothly.
    const rules = { isShut: () => this.isShut, isExempt: () => false, onpress: () => undefined };
    this.#shields.push(shieldInput(this.#window, rules));
    const stopTimer = this.#clock.after(PAUSE_MS, () => (this.#isNew = false));
    return () => {
      stopTimer();
      this.#isNew = false;
      this.#isShown = false;
      this.#unshield();
    };
  }

  #unshield(): void {
    if (this.#isShown || this.isShut) return;
    for (const stop of this.#shields) stop();
    this.#shields = [];
  }
}
