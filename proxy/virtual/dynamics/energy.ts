import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { LivingHome } from '../home/living-home';
import { houseDraw } from './meters';

const WATT_MS_A_KWH = 3.6e9;

/** Simulates the energy meters of the house. They report each tenth of a kWh. */
export class Energy {
  readonly #home: LivingHome;
  #used = 0;

  constructor(home: LivingHome) {
    this.#home = home;
  }

  /** Adds the energy that the house used in `ms` milliseconds. */
  pass(ms: number): void {
    this.#used += (houseDraw(this.#home) * ms) / WATT_MS_A_KWH;
    const tenths = Math.floor(this.#used * 10);
    if (tenths === 0) return;
    this.#used -= tenths / 10;
    for (const { id, params } of this.#home.devices.filter(({ type }) => type === 'DevMeter')) {
      const { value = 0 } = readSensorMultilevel(params);
      this.#home.report(id, { Value: Math.round(value * 10 + tenths) / 10 });
    }
  }
}
