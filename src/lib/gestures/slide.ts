import { systemClock, type Clock } from '#shared/clock';
import { SLOP, type Point } from './point';

/** Milliseconds after a release in which reported values do not move the handle. */
export const ECHO_REST = 2000;

/** Milliseconds after the last wheel event until its value is committed. */
export const WHEEL_REST = 500;

/** The longest tap, in ms from the pointerdown to the click. */
export const MAX_TAP_MS = 500;

/** Pixels between an end of the bar and the centre of the handle at that end (`slider.css`). */
const TRACK_INSET = 12;

/** Pixels at the screen's edges that a swipe need not reach. */
const SCREEN_MARGIN = 24;

/** The largest gain of a drag. With a larger one, single percents are hard to choose. */
const MAX_GAIN = 3;

/** The values of a slider, in its own unit. */
export interface Range {
  readonly min: number;
  readonly max: number;
  /** The step of an arrow key. Values are multiples of it above `min`. */
  readonly step: number;
  /** The step of a page key. */
  readonly page: number;
}

/** The position of a slider on the screen, in px. */
export interface Track {
  readonly left: number;
  readonly width: number;
  /** The screen's width: a swipe may go on beyond the track. */
  readonly screenWidth: number;
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
  readonly track: Track;
  readonly isSliding: boolean;
}

/** A touch that may become a tap. `at` is the `timeStamp` of its pointerdown in ms. */
interface Touch {
  readonly point: Point;
  readonly at: number;
  readonly track: Track;
}

/** Pixels between the handle at `min` and the handle at `max`. */
const lengthOf = ({ width }: Track): number => Math.max(1, width - 2 * TRACK_INSET);

/**
 * The ratio between the handle's movement and the finger's: 1, or more where the screen has no room to reach the end.
 * @param share the handle's position, 0 to 1
 * @param along the finger's movement in px, positive to the right
 */
function gainOf(share: number, along: number, { x }: Point, track: Track): number {
  const wanted = (along > 0 ? 1 - share : share) * lengthOf(track);
  const room = along > 0 ? track.screenWidth - SCREEN_MARGIN - x : x - SCREEN_MARGIN;
  return Math.min(MAX_GAIN, Math.max(1, wanted / Math.max(1, room)));
}

/**
 * The logic of a horizontal slider, without elements and events. A finger slides once it has moved more than `SLOP` and
 * more horizontally than vertically; otherwise the page scrolls. Drags are relative: the handle moves from its current
 * position by the finger's movement times a gain. A tap moves it to the tapped position. A cancelled pointer restores
 * the value and commits nothing. Keys commit on release, the wheel after a pause.
 */
export class Slide {
  readonly #effects: SlideEffects;
  readonly #clock: Clock;
  #finger: Finger | null = null;
  #touch: Touch | null = null;
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
   * A finger was pressed at `at`, an event's `timeStamp` in ms. `reported` is the device's value. Further fingers are
   * ignored.
   */
  down(point: Point, reported: number, track: Track, at: number): void {
    if (this.#finger) {
      this.#touch = null;
      return;
    }
    this.#finger = { id: point.id, from: point, value: this.#chosen ?? reported, track, isSliding: false };
    this.#touch = { point, at, track };
  }

  /** A finger moved. */
  move(point: Point, range: Range): void {
    const finger = this.#finger;
    if (point.id !== finger?.id) return;
    const along = point.x - finger.from.x;
    const across = point.y - finger.from.y;
    if (finger.isSliding) {
      const span = range.max - range.min;
      const gain = gainOf((finger.value - range.min) / span, along, finger.from, finger.track);
      this.#choose(finger.value + (along / lengthOf(finger.track)) * gain * span, range);
      return;
    }
    if (Math.hypot(along, across) <= SLOP) return;
    this.#touch = null;
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
    this.#touch = null;
    if (this.isSliding) this.#effects.holding(false);
    this.#finger = null;
    this.#isPending = false;
    this.#follow();
  }

  /** Handles the browser's click at `at` (its `timeStamp`). A short tap within the slop chooses and commits the value there. */
  click(point: Pick<Point, 'x' | 'y'>, at: number, range: Range): void {
    const touch = this.#touch;
    this.#touch = null;
    if (!touch || at - touch.at > MAX_TAP_MS) return;
    if (Math.hypot(point.x - touch.point.x, point.y - touch.point.y) > SLOP) return;
    const share = (point.x - touch.track.left - TRACK_INSET) / lengthOf(touch.track);
    this.#choose(range.min + share * (range.max - range.min), range);
    this.commit();
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
    this.#touch = null;
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
  const targets = new Map([
    ['ArrowRight', value + step],
    ['ArrowUp', value + step],
    ['ArrowLeft', value - step],
    ['ArrowDown', value - step],
    ['PageUp', value + page],
    ['PageDown', value - page],
    ['Home', min],
    ['End', max]
  ]);
  return targets.get(key) ?? null;
}
