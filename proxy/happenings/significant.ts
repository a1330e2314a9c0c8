import type { Device, Params } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';

/** The parameters whose changes people want to know of: what a device does, opens or warns of. Measured values are none. */
const SIGNIFICANT = [
  'Status',
  'Level',
  'Tripped',
  'Armed',
  'currentMode',
  'currentFanMode',
  'currentSetpoints',
  'currentComponentValues'
] as const;

/** The values of a device that matter for what happened. A meter or a sensor of measured values has none. */
export function significantValues({ params, interfaces }: Device): Params {
  const isMeasured = interfaces.includes('SensorMultilevel') && !interfaces.includes('SwitchMultilevel');
  return Object.fromEntries(
    SIGNIFICANT.filter((name) => Object.hasOwn(params, name) && !(isMeasured && name === 'Level')).map(
      (name) => [name, name === 'Level' ? (readLevel(params) ?? params[name]) : params[name]]
    )
  );
}

/** The values that differ. */
export function changedValues(before: Params, after: Params): Params {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  );
}
