import type { Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import type { Readings } from './readings';

/**
 * Simulates the multilevel sensors: sets each to its current value without an event. They report one at a time, so that the load on the radio
 * does not grow with their number.
 * @returns a function that reports the next gauge with a new value
 */
export function startGauges(home: LivingHome, readings: Readings, clock: Clock): () => void {
  const gauges = () =>
    home.fixtures.flatMap((fixture) => {
      const { alive, interfaces } = fixture.device;
      const Value =
        alive && interfaces.includes('SensorMultilevel') ? readings(fixture, clock.now()) : undefined;
      return Value === undefined ? [] : [{ fixture, Value }];
    });
  home.add({
    fixtures: gauges().map(({ fixture, Value }) => ({
      ...fixture,
      device: { ...fixture.device, params: { ...fixture.device.params, Value } }
    }))
  });
  let turn = 0;
  return () => {
    const all = gauges();
    for (let tried = 0; tried < all.length; tried += 1) {
      turn = (turn + 1) % all.length;
      const { fixture: { device } = {}, Value } = all[turn] ?? {};
      if (!device || Value === device.params['Value']) continue;
      home.report(device.id, { Value });
      return;
    }
  };
}
