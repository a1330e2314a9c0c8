import type { Device } from '#shared/home';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';
import type { Clock } from '#shared/clock';
import type { Fixture, LivingHome } from '../home/living-home';

/** What the house draws that no device tells of, in watts. */
const UNSEEN_WATTS = 240;
/** Milliseconds after which a power meter tells of a lamp that changed. */
const FOLLOW_MS = 1000;

/** The power that a device draws as it is now, in watts. */
function drawOf({ device, traits }: Fixture): number {
  const { isOn } = readSwitchBinary(device.params);
  const { level = FULL_LEVEL } = readSwitchMultilevel(device.params);
  return isOn && device.alive ? ((traits.watts ?? 0) * level) / FULL_LEVEL : 0;
}

/** The power that a meter sees, in watts: all of what it measures. */
export function meteredDraw(home: LivingHome, meter: Fixture): number {
  const measured = (meter.traits.meters ?? []).map((id) => home.fixture(id));
  return measured.reduce((sum, fixture) => sum + (fixture ? drawOf(fixture) : 0), 0);
}

/** The power that the whole house draws, in watts. */
export const houseDraw = (home: LivingHome): number =>
  home.fixtures.reduce((sum, fixture) => sum + drawOf(fixture), UNSEEN_WATTS);

/** Lets power meters tell at once, not in their turn, when something that they measure has changed. */
export class Meters {
  readonly #home: LivingHome;
  readonly #clock: Clock;
  readonly #due = new Map<number, () => void>();

  constructor(home: LivingHome, clock: Clock) {
    this.#home = home;
    this.#clock = clock;
  }

  /** @returns what stops it. */
  start(): () => void {
    const ignore = this.#home.onChange(({ after }) => this.#follow(after));
    return () => {
      ignore();
      for (const cancel of this.#due.values()) cancel();
      this.#due.clear();
    };
  }

  #follow({ id }: Device): void {
    for (const { device, traits } of this.#home.fixtures) {
      if (!traits.meters?.includes(id) || this.#due.has(device.id)) continue;
      this.#due.set(
        device.id,
        this.#clock.after(FOLLOW_MS, () => this.#tell(device.id))
      );
    }
  }

  #tell(id: number): void {
    this.#due.delete(id);
    const meter = this.#home.fixture(id);
    if (meter && readSensorMultilevel(meter.device.params).quantity === 'power')
      this.#home.report(id, { Value: Math.round(meteredDraw(this.#home, meter) * 10) / 10 });
  }
}
