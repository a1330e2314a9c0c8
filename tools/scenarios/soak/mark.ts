import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '#shared/clock';
import type { Home } from '#shared/home';
import type { DevicePlan } from '../../../proxy/virtual/house/plan';
import type { VirtualController } from '../../../proxy/virtual/start';
import { Durations } from '../../support/figures';
import type { Screen } from '../../support/screen';

const DEVICE = 100;
const PARAMETER = 'Mark';
/** The number of recent changes whose delay is measured. */
const MAX_PENDING = 1_000;

/** The device that carries the mark. */
export const MARKED: DevicePlan = {
  id: DEVICE,
  name: 'Mark',
  type: 'DevSensor',
  interfaces: ['Sensor'],
  params: { [PARAMETER]: 0 }
};

const markIn = (home: Home | null): number =>
  Number(home?.devices.find(({ id }) => id === DEVICE)?.params[PARAMETER] ?? -1);

/** A value at the controller that only increases, so that each screen shows how far behind it is. */
export class Mark {
  /** Delay from a change to a screen, in ms, for screens that were live and current at that time. */
  readonly delays = new Durations();
  readonly #controller: VirtualController;
  readonly #changedAt = new Map<number, number>();
  #value = 0;

  constructor(controller: VirtualController) {
    this.#controller = controller;
  }

  /** The value at the controller. */
  get value(): number {
    return this.#value;
  }

  /** @param isTimed whether its delay is measured */
  change(isTimed: boolean): void {
    this.#value++;
    if (isTimed) this.#changedAt.set(this.#value, performance.now());
    const [oldest] = this.#changedAt.keys();
    if (oldest !== undefined && this.#changedAt.size > MAX_PENDING) this.#changedAt.delete(oldest);
    this.#controller.setDevice(DEVICE, { params: { [PARAMETER]: this.#value } });
  }

  /** Whether a screen is live and shows this value or a newer one. */
  isShown(screen: Screen, value: number): boolean {
    return screen.phase === 'live' && markIn(screen.home) >= value;
  }

  /** Measures delays on a screen. Returns a function that stops it. */
  watch(screen: Screen): () => void {
    let liveSince = screen.phase === 'live' ? performance.now() : Infinity;
    const stops = [
      screen.phases.subscribe((phase) => (liveSince = phase === 'live' ? performance.now() : Infinity)),
      screen.homes.subscribe(({ before, after }) => {
        const value = markIn(after);
        const at = value === markIn(before) ? undefined : this.#changedAt.get(value);
        if (at !== undefined && at > liveSince) this.delays.add(performance.now() - at);
      })
    ];
    return () => stops.forEach((stop) => stop());
  }
}

/** Interval of the checks, in ms. */
const POLL_INTERVAL_MS = 20;

/** Gives up after this time, in ms. */
const GIVE_UP_MS = 90_000;

/**
 * The time until every screen has been live with the current value of the mark at least once, in ms. Screens
 * come and go meanwhile. About `GIVE_UP_MS` if one never was.
 */
export async function untilCurrent(
  visitors: readonly { readonly screen: Screen }[],
  mark: Mark,
  clock: Clock = systemClock
): Promise<number> {
  const begun = clock.monotonic();
  mark.change(false);
  const { value } = mark;
  let waiting = [...visitors];
  while (waiting.length > 0 && clock.monotonic() - begun < GIVE_UP_MS) {
    waiting = waiting.filter(({ screen }) => !mark.isShown(screen, value));
    if (waiting.length > 0) await sleep(POLL_INTERVAL_MS);
  }
  return clock.monotonic() - begun;
}
