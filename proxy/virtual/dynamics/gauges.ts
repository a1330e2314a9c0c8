import type { Clock } from '#shared/clock';
import type { Fixture, LivingHome } from '../home/living-home';
import type { Readings } from './readings';

/** Simulates the multilevel sensors. They report one at a time, so that the load on the radio does not grow with their number. */
export class Gauges {
  readonly #home: LivingHome;
  readonly #readings: Readings;
  readonly #clock: Clock;
  #turn = 0;

  constructor(home: LivingHome, readings: Readings, clock: Clock) {
    this.#home = home;
    this.#readings = readings;
    this.#clock = clock;
  }

  /** Sets every gauge to its current value at the start. Sends no events. */
  settle(): void {
    const now = this.#clock.now();
    const fixtures = this.#gauges().map((fixture) => {
      const { device } = fixture;
      const params = { ...device.params, Value: this.#readings.of(fixture, now) };
      return { ...fixture, device: { ...device, params } };
    });
    this.#home.add({ fixtures });
  }

  /** Reports the next gauge with a new value. */
  reportNext(): void {
    const gauges = this.#gauges();
    for (let tried = 0; tried < gauges.length; tried += 1) {
      this.#turn = (this.#turn + 1) % gauges.length;
      const gauge = gauges[this.#turn];
      if (gauge && this.#report(gauge)) return;
    }
  }

  #report(gauge: Fixture): boolean {
    const Value = this.#readings.of(gauge, this.#clock.now());
    if (Value === gauge.device.params['Value']) return false;
    this.#home.report(gauge.device.id, { Value });
    return true;
  }

  #gauges(): Fixture[] {
    const now = this.#clock.now();
    return this.#home.fixtures.filter(
      (fixture) =>
        fixture.device.alive &&
        fixture.device.interfaces.includes('SensorMultilevel') &&
        this.#readings.of(fixture, now) !== undefined
    );
  }
}
