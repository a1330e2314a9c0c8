import { systemClock, type Clock } from '#shared/clock';
import { SLOP, type Point } from './point';

/** Milliseconds without movement after which a press becomes a hold. */
export const HOLD = 500;
/** The same on a wall, where fingers rest. */
export const WALL_HOLD = 700;

/** Milliseconds after the release of a hold in which a click is suppressed. */
const LATE_CLICK = 300;

/** The effects of a press. A tap needs none, since it is the browser's own click. */
export interface PressEffects {
  /** The element is pressed (true), or no longer (false). */
  pressed(isPressed: boolean): void;
  /**
   * The press has lasted `HOLD` ms, or the time of this press. Called once, by the timer and not on release. Returns false if there is no
   * action for it.
   */
  hold(): boolean;
  /** While true, clicks belong to the hold and must be suppressed. */
  swallow(isSwallowing: boolean): void;
}

/**
 * Distinguishes tap and hold for one target. It uses no element and no event: positions are the input, effects the
 * output. A second finger, a movement of more than `SLOP` or a cancelled pointer prevents the hold.
 */
export class Press {
  readonly #effects: PressEffects;
  readonly #clock: Clock;
  readonly #holdMs: number;
  #start: Point | null = null;
  #held: number | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(effects: PressEffects, clock: Clock = systemClock, holdMs = HOLD) {
    this.#effects = effects;
    this.#clock = clock;
    this.#holdMs = holdMs;
  }

  /** A pointer was pressed on the target. */
  down(point: Point): void {
    this.clicked();
    if (this.#start) {
      this.cancel();
      return;
    }
    this.#start = point;
    this.#effects.pressed(true);
    this.#stopTimer = this.#clock.after(this.#holdMs, () => {
      this.cancel();
      if (!this.#effects.hold()) return;
      this.#held = point.id;
      this.#effects.swallow(true);
    });
  }

  /** A pointer moved anywhere. */
  move(point: Point): void {
    if (point.id !== this.#start?.id) return;
    if (Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > SLOP) this.cancel();
  }

  /** A pointer was released anywhere. A click may follow. */
  up(point: Point): void {
    if (point.id === this.#held) this.#stopTimer = this.#clock.after(LATE_CLICK, () => this.clicked());
    else if (point.id === this.#start?.id) this.cancel();
  }

  /** A click was suppressed, or none can follow any more. */
  clicked(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#forgetTimer();
    this.#effects.swallow(false);
  }

  /** Ends the press without effect, because the browser scrolls or the target was removed. */
  cancel(): void {
    this.#forgetTimer();
    if (!this.#start) return;
    this.#start = null;
    this.#effects.pressed(false);
  }

  #forgetTimer(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}
