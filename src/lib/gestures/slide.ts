import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';
import { SLOP } from './point';
import type { Point } from './point';

/** How long after a release, in ms, the handle stays where the user put it, whatever echoes come in. */
export const ECHO_REST = 2000;

/** How long the wheel rests, in ms, before its value is committed. */
export const WHEEL_REST = 500;

/** The values that a slider can take, in its own unit. */
export interface Range {
  readonly min: number;
  readonly max: number;
  /** What an arrow key changes; values are multiples of it above `min`. */
  readonly step: number;
  /** What a page key changes. */
  readonly page: number;
}

/** What a slide does to the outside. */
export interface SlideEffects {
  /** Show this instead of the value that the device reports; null: show that again. */
  show(value: number | null): void;
  /** The finger holds the handle (true) or let it go (false): no transition meanwhile. */
  holding(isHolding: boolean): void;
  /** The user chose: send it. */
  commit(value: number): void;
}

/** The nearest value that a range allows. */
export function snap(value: number, { min, max, step }: Range): number {
  const snapped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, Number(snapped.toFixed(6))));
}

/** What a finger is about: not yet known (`waiting`), sliding, or scrolling the page, which is none of ours. */
interface Finger {
  readonly id: number;
  readonly from: Point;
  readonly value: number;
  readonly length: number;
  readonly isSliding: boolean;
}

/**
 * A horizontal slider's mind, without element or event. A finger slides once it has gone more than `SLOP` along and less across;
 * going across first, it scrolls, and this slider is out of it. Drags are relative: the handle moves by as much as the finger, from
 * where it is. A cancelled pointer restores the value and commits nothing. Keys commit on release, the wheel once it rests.
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

  /** Whether a finger is down that may slide, or does. */
  get isTouched(): boolean {
    return this.#finger !== null;
  }

  /** Whether a finger slides the handle at the moment. */
  get isSliding(): boolean {
    return this.#finger?.isSliding ?? false;
  }

  /** A finger came down. `reported` is the device's value, `length` the track's in px. A further finger has no effect. */
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
      // From here on, not from where the finger came down: the slop must not make the handle jump.
      this.#finger = { ...finger, from: point, isSliding: true };
      this.#effects.holding(true);
    } else {
      this.#finger = null;
    }
  }

  /** A finger was lifted: what it slid to is committed. */
  up(point: Point): void {
    const finger = this.#finger;
    if (point.id !== finger?.id) return;
    this.#finger = null;
    if (!finger.isSliding) return;
    this.#effects.holding(false);
    this.commit();
  }

  /** The browser took a finger, or the slider was disabled: back to what the device reports, and nothing is sent. */
  cancel(id = this.#finger?.id): void {
    if (id !== this.#finger?.id) return;
    if (this.isSliding) this.#effects.holding(false);
    this.#finger = null;
    this.#isPending = false;
    this.#follow();
  }

  /** A key went down. True when it is one of ours; Escape gives up what is not yet committed. */
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

  /** The wheel turned by whole steps. */
  wheel(steps: number, reported: number, range: Range): void {
    this.#choose((this.#chosen ?? reported) + steps * range.step, range);
    this.#stopTimer = this.#clock.after(WHEEL_REST, () => this.commit());
  }

  /** Commits what is chosen and not yet committed: on key-up, on leaving the slider, on release. */
  commit(): void {
    if (!this.#isPending || this.#chosen === null || this.#finger?.isSliding) return;
    this.#isPending = false;
    this.#forgetTimer();
    this.#effects.commit(this.#chosen);
    this.#stopTimer = this.#clock.after(ECHO_REST, () => this.#follow());
  }

  /** Forgets all, for a slider that goes away. */
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
