import type { Device } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { CLOSED_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSensorBinary, readSwitchBinary } from '#shared/interfaces/readings';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { hasControl, mainControlOf, type ControlName } from '#shared/kinds';

type Check = (device: Device) => boolean | undefined;

/** Whether a level is reported that is above another one; undefined if none is. */
const isAbove =
  (least: number): Check =>
  ({ params }) => {
    const level = readLevel(params);
    return level === undefined ? undefined : level > least;
  };

const isOn: Check = ({ params }) => readSwitchBinary(params).isOn;
/** A dimmer may report whether it is on, and no level. */
const isLit: Check = (device) => isAbove(0)(device) ?? isOn(device);

/** Whether a device is on, open or tripped, by the name of its control. Undefined if unknown. */
const ACTIVE: Readonly<Record<ControlName, Check>> = {
  shutter: isAbove(CLOSED_LEVEL),
  colour: (device) => (hasControl(device, 'level') ? isLit : isOn)(device),
  climate({ params }) {
    const { state } = readThermostatOperatingState(params);
    return state === undefined ? undefined : ['Heating', 'Cooling'].includes(state);
  },
  fan: isLit,
  level: isLit,
  switch: isOn,
  contact: ({ params }) => readSensorBinary(params).isTripped,
  measurement: () => false,
  lock(device) {
    const locked = isLocked(device);
    return locked === undefined ? undefined : !locked;
  }
};

/** Whether a device is active by its main control: on, open or tripped. Undefined if nobody knows, and for one without a control. */
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
