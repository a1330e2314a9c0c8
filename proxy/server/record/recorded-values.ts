import type { Device } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { readBattery } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { meaningOf } from '#shared/meaning';
import { significantValues } from '../chronicle/significant';

/** A value as it is recorded: a number, anything else as JSON, or null if there is none. */
export type RecordedValue = number | string | null;

/** The names of series that say what the device was like, not what it did. */
export const ROOM = 'room';
export const ALIVE = 'alive';

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
      for (const [key, number] of Object.entries(each)) values.set(`${name}.${key}`, encode(number));
    else if (each !== undefined || name === ROOM || name.startsWith('Value ')) values.set(name, encode(each));
  return values;
}

const MAX_TEXT_LENGTH = 64;

const encode = (value: unknown): RecordedValue =>
  typeof value === 'number' ? value : value === undefined ? null : JSON.stringify(value);

/** Whether a series is kept for two days only: when somebody moved where is nobody's matter later. */
export const isBrief = (device: Device, name: string): boolean =>
  name === 'Tripped' && meaningOf(device).nature === 'motion';
