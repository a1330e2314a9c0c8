import type { Clock } from '#shared/clock';
import { isHazard } from '#shared/hazards';
import { SlidingWindow } from '../base/platform/sliding-window';
import { MAX_OF_CONTROLLER, type StoredAlarm } from '../home/alarms/stored-alarms';

const HOUR_MS = 60 * 60_000;

/** Maximum number of messages on one way in an hour: of hazards; of armed sensors, and of all else. */
const MAX_HAZARD_MESSAGES = 60;
const MAX_OTHER_MESSAGES = 20;
/** Hazards beyond them that are told for the first time: as many as are remembered of a home, so that each of them goes. */
const MAX_FIRST_MESSAGES = MAX_OF_CONTROLLER;

/**
 * Limits the messages of each way, by the name of the way. Hazards have a limit of their own, which nothing else uses up, and the first
 * message about a sensor goes beyond it.
 */
export class MessageLimits {
  readonly #hazards: SlidingWindow;
  readonly #armed: SlidingWindow;
  readonly #others: SlidingWindow;
  readonly #warnings: SlidingWindow;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    const max = MAX_HAZARD_MESSAGES + MAX_FIRST_MESSAGES;
    this.#hazards = new SlidingWindow(clock, { max, windowMs: HOUR_MS });
    this.#armed = new SlidingWindow(clock, { max: MAX_OTHER_MESSAGES, windowMs: HOUR_MS });
    this.#others = new SlidingWindow(clock, { max: MAX_OTHER_MESSAGES, windowMs: HOUR_MS });
    this.#warnings = new SlidingWindow(clock, { max: 1, windowMs: HOUR_MS });
  }

  /**
   * Whether a message may go now.
   * @param isFirst whether it is the first one about its sensor
   */
  allows(way: string, kind: StoredAlarm['kind'], isFirst: () => boolean): boolean {
    if (!isHazard(kind)) return this.#windowOf(kind).delay(way) === 0;
    if (this.#hazards.delay(way, MAX_FIRST_MESSAGES) === 0) return true;
    return isFirst() && this.#hazards.delay(way) === 0;
  }

  /** Counts a message that has gone. */
  count(way: string, kind: StoredAlarm['kind']) {
    this.#windowOf(kind).add(way);
  }

  #windowOf(kind: StoredAlarm['kind']): SlidingWindow {
    if (isHazard(kind)) return this.#hazards;
    return kind === 'armed' ? this.#armed : this.#others;
  }

  /** Whether it may be said now that there are too many messages: once an hour. */
  allowsWarning(way: string): boolean {
    return this.#warnings.delay(way) === 0;
  }

  /** Counts a message that says so. */
  countWarning(way: string) {
    this.#warnings.add(way);
  }
}
