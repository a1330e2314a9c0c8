import { systemClock, type Clock } from '#shared/clock';
import { ECHO_REST, type Range } from './slide';

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

  /**
   * Changes the value by an amount, starting from the reported value if none is chosen. Values are multiples of the step:
   * from 20.3 half a degree up is 20.5.
   */
  by(change: number, reported: number, { min, max, step }: Range): void {
    this.#stopTimer?.();
    this.#isPending = true;
    const steps = Number(((this.#chosen ?? reported) / step).toFixed(6));
    const from = (change > 0 ? Math.floor(steps) : Math.ceil(steps)) * step;
    this.#chosen = Math.min(max, Math.max(min, Number((from + change).toFixed(6))));
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
