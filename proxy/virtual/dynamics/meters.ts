import type { Device } from '#shared/home';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';
import type { Clock } from '#shared/clock';
import type { Fixture, LivingHome } from '../home/living-home';

/** Base load of the house that belongs to no device, in watts. */
const BASE_LOAD_WATTS = 240;
/** Delay from the change of a device to the report of its power meter, in ms. */
const REPORT_DELAY_MS = 1000;

/** The power that a device uses now, in watts. */
function drawOf({ device, traits }: Fixture): number {
  const { isOn } = readSwitchBinary(device.params);
  const { level = FULL_LEVEL } = readSwitchMultilevel(device.params);
  return isOn && device.alive ? ((traits.watts ?? 0) * level) / FULL_LEVEL : 0;
}

/** The total power of the devices of a meter, in watts. */
export function meteredDraw(home: LivingHome, meter: Fixture): number {
  const measured = (meter.traits.meters ?? []).map((id) => home.fixture(id));
  return measured.reduce((sum, fixture) => sum + (fixture ? drawOf(fixture) : 0), 0);
}

/** The total power of the house, in watts. */
export const houseDraw = (home: LivingHome): number =>
  home.fixtures.reduce((sum, fixture) => sum + drawOf(fixture), BASE_LOAD_WATTS);

/** Lets a power meter report soon after one of its devices changed, without waiting for its turn. */
export class Meters {
  readonly #home: LivingHome;
  readonly #clock: Clock;
  readonly #due = new Map<number, () => void>();

  constructor(home: LivingHome, clock: Clock) {
    this.#home = home;
    this.#clock = clock;
  }

  /** Starts to follow changes. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = this.#home.onChange(({ after }) => this.#schedule(after));
    return () => {
      unsubscribe();
      for (const cancel of this.#due.values()) cancel();
      this.#due.clear();
    };
  }

  #schedule({ id }: Device): void {
    for (const { device, traits } of this.#home.fixtures) {
      if (!traits.meters?.includes(id) || this.#due.has(device.id)) continue;
      this.#due.set(
        device.id,
        this.#clock.after(REPORT_DELAY_MS, () => this.#report(device.id))
      );
    }
  }

  #report(id: number): void {
    this.#due.delete(id);
    const meter = this.#home.fixture(id);
    if (meter && readSensorMultilevel(meter.device.params).quantity === 'power')
      this.#home.report(id, { Value: Math.round(meteredDraw(this.#home, meter) * 10) / 10 });
  }
}
