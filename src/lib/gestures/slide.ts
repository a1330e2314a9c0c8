import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';
import { SLOP } from './point';
import type { Point } from './point';

/** Milliseconds after a release in which reported values do not move the handle. */
export const ECHO_REST = 2000;

/** Milliseconds after the last wheel event until its value is committed. */
export const WHEEL_REST = 500;

/** The values of a slider, in its own unit. */
export interface Range {
  readonly min: number;
  readonly max: number;
  /** The step of an arrow key. Values are multiples of it above `min`. */
  readonly step: number;
  /** The step of a page key. */
  readonly page: number;
}

/** The effects of a slide. */
export interface SlideEffects {
  /** Show this value instead of the reported one; null: show the reported one again. */
  show(value: number | null): void;
  /** The handle is held (true) or released (false). While it is held, there must be no CSS transition. */
  holding(isHolding: boolean): void;
  /** The user chose a value, which is to be sent. */
  commit(value: number): void;
}

/** Rounds a value to the nearest one of a range. */
export function snap(value: number, { min, max, step }: Range): number {
  const snapped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, Number(snapped.toFixed(6))));
}

/** The finger on the slider. It does not slide until it has moved far enough. */
interface Finger {
  readonly id: number;
  readonly from: Point;
  readonly value: number;
  readonly length: number;
  readonly isSliding: boolean;
}

/**
 * The logic of a horizontal slider, without elements and events. A finger slides once it has moved more than `SLOP` and
 * more horizontally than vertically; otherwise the page scrolls. Drags are relative: the handle moves by the same
 * distance as the finger. A cancelled pointer restores the value and commits nothing. Keys commit on release, the wheel
 * after a pause.
 */
export class Slide {
  readonly #effects: SlideEffects;
  readonly #clock: Clock;
  #finger: Finger | null = null;
  #chosen: number | null = null;
  #isPending = false;
  #stopTimer: (() => void) | null = null;

  constructor(effects: SlideEffects, clock: Clock = systemClock) {
    this.#effects = effects;
    this.#clock = clock;
  }

  /** Whether a finger is on the slider. */
  get isTouched(): boolean {
    return this.#finger !== null;
  }

  /** Whether a finger moves the handle. */
  get isSliding(): boolean {
    return this.#finger?.isSliding ?? false;
  }

  /**
   * A finger was pressed. `reported` is the device's value, `length` the track's length in px. Further fingers are
   * ignored.
   */
  down(point: Point, reported: number, length: number): void {
    if (this.#finger) return;
    this.#finger = { id: point.id, from: point, value: this.#chosen ?? reported, length, isSliding: false };
  }

  /** A finger moved. */
  move(point: Point, range: Range): void {
    const finger = this.#finger;
    if (point.id !== finger?.id) return;
    const along = point.x - finger.from.x;
    const across = point.y - finger.from.y;
    if (finger.isSliding) {
      this.#choose(finger.value + (along / finger.length) * (range.max - range.min), range);
      return;
    }
    if (Math.hypot(along, across) <= SLOP) return;
    if (Math.abs(along) > Math.abs(across)) {
      // The slide starts here, so that the handle does not jump by the slop.
      this.#finger = { ...finger, from: point, isSliding: true };
      this.#effects.holding(true);
    } else {
      this.#finger = null;
    }
  }

  /** A finger was released. The chosen value is committed. */
  up(point: Point): void {
    const finger = this.#finger;
    if (point.id !== finger?.id) return;
    this.#finger = null;
    if (!finger.isSliding) return;
    this.#effects.holding(false);
    this.commit();
  }

  /** Cancels the slide: the reported value is shown again, and nothing is sent. */
  cancel(id = this.#finger?.id): void {
    if (id !== this.#finger?.id) return;
    if (this.isSliding) this.#effects.holding(false);
    this.#finger = null;
    this.#isPending = false;
    this.#follow();
  }

  /** Handles a key; returns whether it is one of the slider's. Escape cancels a value that is not committed yet. */
  keyDown(key: string, reported: number, range: Range): boolean {
    if (key === 'Escape' && this.#isPending) {
      this.cancel();
      return true;
    }
    const target = targetOfKey(key, this.#chosen ?? reported, range);
    if (target === null) return false;
    this.#choose(target, range);
    return true;
  }

  /** Handles a number of wheel steps. */
  wheel(steps: number, reported: number, range: Range): void {
    this.#choose((this.#chosen ?? reported) + steps * range.step, range);
    this.#stopTimer = this.#clock.after(WHEEL_REST, () => this.commit());
  }

  /** Commits the chosen value, if it is not committed yet. */
  commit(): void {
    if (!this.#isPending || this.#chosen === null || this.#finger?.isSliding) return;
    this.#isPending = false;
    this.#forgetTimer();
    this.#effects.commit(this.#chosen);
    this.#stopTimer = this.#clock.after(ECHO_REST, () => this.#follow());
  }

  /** Stops all timers, for a slider that is removed. */
  stop(): void {
    this.#forgetTimer();
    this.#finger = null;
  }

  #choose(value: number, range: Range): void {
    this.#forgetTimer();
    this.#isPending = true;
    this.#chosen = snap(value, range);
    this.#effects.show(this.#chosen);
  }

  #follow(): void {
    this.#forgetTimer();
    this.#chosen = null;
    this.#effects.show(null);
  }

  #forgetTimer(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}

function targetOfKey(key: string, value: number, { min, max, step, page }: Range): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return value + step;
    case 'ArrowLeft':
    case 'ArrowDown':
      return value - step;
    case 'PageUp':
      return value + page;
    case 'PageDown':
      return value - page;
    case 'Home':
      return min;
    case 'End':
      return max;
    default:
      return null;
  }
}
