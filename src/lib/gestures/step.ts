import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';
import { ECHO_REST, snap } from './slide';
import type { Range } from './slide';

/** How long after the last step, in ms, the sum of the steps is sent. */
export const STEP_REST = 1000;

/** What stepping does to the outside. */
export interface StepEffects {
  /** Show this instead of the value that the device reports; null: show that again. */
  show(value: number | null): void;
  /** The user has stopped stepping: send it. */
  commit(value: number): void;
}

/** A stepped value's mind: steps add up at once on the screen, and go out together a second after the last. */
export class Steps {
  readonly #effects: StepEffects;
  readonly #clock: Clock;
  #chosen: number | null = null;
  #isPending = false;
  #stopTimer: (() => void) | null = null;

  constructor(effects: StepEffects, clock: Clock = systemClock) {
    this.#effects = effects;
    this.#clock = clock;
  }

  /** Changes the value by so much; from the device's own value where nothing is chosen yet. */
  by(change: number, reported: number, range: Range): void {
    this.to((this.#chosen ?? reported) + change, range);
  }

  /** Changes the value to the nearest one that the range allows. */
  to(value: number, range: Range): void {
    this.#stopTimer?.();
    this.#isPending = true;
    this.#chosen = snap(value, range);
    this.#effects.show(this.#chosen);
    this.#stopTimer = this.#clock.after(STEP_REST, () => this.commit());
  }

  /** Sends what is not yet sent: its time has come, or the control goes away. */
  commit(): void {
    if (!this.#isPending || this.#chosen === null) return;
    this.#stopTimer?.();
    this.#isPending = false;
    this.#effects.commit(this.#chosen);
    this.#stopTimer = this.#clock.after(ECHO_REST, () => {
      this.#chosen = null;
      this.#effects.show(null);
    });
  }

  /** For a control that goes away: what the user chose is sent, and no timer stays. */
  stop(): void {
    this.commit();
    this.#stopTimer?.();
  }
}
