import type { Clock } from '#shared/clock';
import type { Fixture, LivingHome } from '../home/living-home';
import type { Readings } from './readings';

/**
 * Simulates the multilevel sensors: sets each to its current value without an event. They report one at a time, so that the load on the radio
 * does not grow with their number.
 * @returns a function that reports the next gauge with a new value
 */
export function startGauges(home: LivingHome, readings: Readings, clock: Clock): () => void {
  const valueOf = (fixture: Fixture) => readings(fixture, clock.now());
  const gauges = () =>
    home.fixtures.filter(({ device }) => device.alive && device.interfaces.includes('SensorMultilevel'));
  home.add({
    fixtures: gauges().flatMap((fixture) => {
      const { device } = fixture;
      const Value = valueOf(fixture);
      return Value === undefined
        ? []
        : [{ ...fixture, device: { ...device, params: { ...device.params, Value } } }];
    })
  });
  let turn = 0;
  return () => {
    const all = gauges();
    for (let tried = 0; tried < all.length; tried += 1) {
      turn = (turn + 1) % all.length;
      const fixture = all[turn];
      const Value = fixture && valueOf(fixture);
      if (!fixture || Value === undefined || Value === fixture.device.params['Value']) continue;
      home.report(fixture.device.id, { Value });
      return;
    }
  };
}
