import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '#shared/clock';
import type { Home } from '#shared/home';
import type { DevicePlan } from '../../../proxy/sources/virtual/house/plan';
import type { VirtualController } from '../../../proxy/sources/virtual/start';
import type { Screen } from '../../support/screen';

const DEVICE = 100;
const PARAMETER = 'Mark';

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
  readonly #controller: VirtualController;
  #value = 0;

  constructor(controller: VirtualController) {
    this.#controller = controller;
  }

  /** The value at the controller. */
  get value(): number {
    return this.#value;
  }

  /** Increases the value. */
  change(): void {
    this.#value++;
    this.#controller.setDevice(DEVICE, { params: { [PARAMETER]: this.#value } });
  }

  /** Whether a screen is live and shows this value or a newer one. */
  isShown(screen: Screen, value: number): boolean {
    return screen.phase === 'live' && markIn(screen.home) >= value;
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
  mark.change();
  const { value } = mark;
  let waiting = [...visitors];
  while (waiting.length > 0 && clock.monotonic() - begun < GIVE_UP_MS) {
    waiting = waiting.filter(({ screen }) => !mark.isShown(screen, value));
    if (waiting.length > 0) await sleep(POLL_INTERVAL_MS);
  }
  return clock.monotonic() - begun;
}
