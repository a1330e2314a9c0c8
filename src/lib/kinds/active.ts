import { isTripped } from '#shared/hazards';
import type { Device } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { CLOSED_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { hasControl, mainControlOf, type ControlName } from '#shared/kinds';

type Check = (device: Device) => boolean;

const isLit: Check = ({ params }) => (readLevel(params) ?? 0) > 0;
const isOn: Check = ({ params }) => readSwitchBinary(params).isOn === true;

/** Whether a device is on, open or tripped, by the name of its control. False if unknown. */
const ACTIVE: Readonly<Record<ControlName, Check>> = {
  shutter: ({ params }) => (readLevel(params) ?? 0) > CLOSED_LEVEL,
  colour: (device) => (hasControl(device, 'level') ? isLit : isOn)(device),
  climate: ({ params }) => ['Heating', 'Cooling'].includes(readThermostatOperatingState(params).state ?? ''),
  level: isLit,
  switch: isOn,
  contact: isTripped,
  measurement: () => false,
  lock: (device) => isLocked(device) === false
};

/** Whether a device is active by its main control: on, open or tripped. Undefined for one without a control. */
export function isActive(device: Device): boolean | undefined {
  const control = mainControlOf(device);
  return control && ACTIVE[control](device);
}

/**
 * Whether a lock is locked: by its own parameter, or by the household's meaning of its reports. Undefined if neither is
 * known.
 */
export function isLocked({ params, lock }: Pick<Device, 'params' | 'lock'>): boolean | undefined {
  const reported = readDoorLock(params);
  if (reported.isLocked !== undefined) return reported.isLocked;
  return lock && reported.reportsOn !== undefined ? reported.reportsOn === (lock === 'locked') : undefined;
}
