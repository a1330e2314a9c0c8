import { encodeValue, type RecordedValue } from '#shared/buckets';
import type { Device } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { readBattery } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { meaningOf } from '#shared/meaning';
import { readFlag } from '#shared/read';
import { significantValues } from '../chronicle/significant';

/** The names of series that say what the device was like, not what it did. */
export const ROOM = 'room';
const ALIVE = 'alive';

/** The name of the series of a measured value, which is another one with another unit. */
export const measuredName = (unit: string): string => `Value ${unit}`;

/**
 * The values of a device that are recorded, by the names of their series: what happens, what is measured, and where the device is. A
 * parameter with several numbers has a series for each, such as `currentSetpoints.Heat`.
 * @param significant its `significantValues`, if they are known
 */
export function recordedValues(
  device: Device,
  significant = significantValues(device)
): ReadonlyMap<string, RecordedValue> {
  const { params } = device;
  const { value, unit } = readSensorMultilevel(params);
  const state: Readonly<Record<string, unknown>> = {
    ...significant,
    ...('Value' in params && { [measuredName(unit)]: value }),
    batteryLevel: readBattery(params).percent,
    currentState: readThermostatOperatingState(params).state?.slice(0, MAX_TEXT_LENGTH),
    locked: readDoorLock(params).isLocked,
    [ROOM]: device.room_id ?? undefined,
    [ALIVE]: device.alive
  };
  const values = new Map<string, RecordedValue>();
  for (const [name, each] of Object.entries(state))
    if (typeof each === 'object' && each !== null)
      for (const [key, number] of Object.entries(each)) values.set(`${name}.${key}`, encodeValue(number));
    else if (each !== undefined || name === ROOM || name.startsWith('Value '))
      values.set(name, encodeValue(FLAGS.includes(name) ? (readFlag(each) ?? each) : each));
  return values;
}

const MAX_TEXT_LENGTH = 64;
/** Controllers report them as booleans, numbers or text. */
const FLAGS: readonly string[] = ['Status', 'Tripped', 'Armed'];

/** Whether a series is kept for two days only: when somebody moved where is nobody's matter later. */
export const isBrief = (device: Device, name: string): boolean =>
  name === 'Tripped' && meaningOf(device).nature === 'motion';
