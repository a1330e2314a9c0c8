import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';
import { SLOP } from './point';
import type { Point } from './point';

/** How long a finger rests, in ms, before a tap has become a hold. */
export const HOLD = 500;

/** How long after the release, in ms, a click may still come that belongs to the hold before it. */
const LATE_CLICK = 300;

/** What a press can turn into. A tap is the browser's own click, so it needs no word here. */
export interface PressEffects {
  /** The finger is down (true) or no longer counts (false). */
  pressed(isPressed: boolean): void;
  /** The finger has rested for `HOLD`: once a press, at the timer and not at the release. False when nothing answers to a hold. */
  hold(): boolean;
  /** From now on (true) until told otherwise (false), a click belongs to the hold and must have no effect. */
  swallow(isSwallowing: boolean): void;
}

/**
 * Tells a tap from a hold, for one target. It holds no element and no event: places come in, effects go out.
 * A second finger, a finger that wanders more than `SLOP` and a cancelled pointer end the wait for the hold.
 */
export class Press {
  readonly #effects: PressEffects;
  readonly #clock: Clock;
  #start: Point | null = null;
  #held: number | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(effects: PressEffects, clock: Clock = systemClock) {
    this.#effects = effects;
    this.#clock = clock;
  }

  /** A finger came down on the target. */
  down(point: Point): void {
    this.clicked();
    if (this.#start) {
      this.cancel();
      return;
    }
    this.#start = point;
    this.#effects.pressed(true);
    this.#stopTimer = this.#clock.after(HOLD, () => {
      this.cancel();
      if (!this.#effects.hold()) return;
      this.#held = point.id;
      this.#effects.swallow(true);
    });
  }

  /** A finger moved, anywhere. */
  move(point: Point): void {
    if (point.id !== this.#start?.id) return;
    if (Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > SLOP) this.cancel();
  }

  /** A finger was lifted, anywhere: a click may follow. */
  up(point: Point): void {
    if (point.id === this.#held) this.#stopTimer = this.#clock.after(LATE_CLICK, () => this.clicked());
    else if (point.id === this.#start?.id) this.cancel();
  }

  /** A click was swallowed, or none can come any more. */
  clicked(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#forgetTimer();
    this.#effects.swallow(false);
  }

  /** The browser took the finger (it scrolls), or the target went away: this press has no effect any more. */
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
