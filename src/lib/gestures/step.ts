import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';
import { ECHO_REST, snap } from './slide';
import type { Range } from './slide';

/** Milliseconds after the last step until the value is sent. */
export const STEP_REST = 1000;

/** The effects of a stepper. */
export interface StepEffects {
  /** Show this value instead of the reported one; null: show the reported one again. */
  show(value: number | null): void;
  /** The user has chosen a value, which is to be sent. */
  commit(value: number): void;
}

/** The logic of a stepper. Steps are shown at once and sent as one value a second after the last step. */
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

  /** Changes the value by an amount, starting from the reported value if none is chosen. */
  by(change: number, reported: number, range: Range): void {
    this.to((this.#chosen ?? reported) + change, range);
  }

  /** Sets the value to the nearest one of the range. */
  to(value: number, range: Range): void {
    this.#stopTimer?.();
    this.#isPending = true;
    this.#chosen = snap(value, range);
    this.#effects.show(this.#chosen);
    this.#stopTimer = this.#clock.after(STEP_REST, () => this.commit());
  }

  /** Sends the chosen value, if it is not sent yet. */
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

  /** Sends the chosen value and stops the timers, for a control that is removed. */
  stop(): void {
    this.commit();
    this.#stopTimer?.();
  }
}
