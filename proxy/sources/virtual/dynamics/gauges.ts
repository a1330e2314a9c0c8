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
    home.devices.filter(({ alive, interfaces }) => alive && interfaces.includes('SensorMultilevel'));
  home.add({
    devices: gauges().flatMap((device) => {
      const Value = readings(device, clock.now());
      return Value === undefined ? [] : [{ ...device, params: { ...device.params, Value } }];
    })
  });
  let turn = 0;
  return () => {
    const all = gauges();
    for (let tried = 0; tried < all.length; tried += 1) {
      turn = (turn + 1) % all.length;
      const device = all[turn];
      const Value = device && readings(device, clock.now());
      if (!device || Value === undefined || Value === device.params['Value']) continue;
      home.report(device.id, { Value });
      return;
    }
  };
}
