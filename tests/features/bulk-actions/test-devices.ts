import type { Device } from '#shared/home';
import { aDevice } from '../../lib/kinds/test-home';

const LAMP = { type: 'DevSwitch', icon: 'lamp', interfaces: ['SwitchBinary'] };
const DIMMER = { type: 'DevDimmer', interfaces: ['SwitchMultilevel', 'SwitchBinary'] };
const SHUTTER = { type: 'DevShutter', interfaces: ['SwitchMultilevel', 'Shutter'] };

/** A lamp that is on. */
export const aLamp = (id: number, more: Partial<Device> = {}): Device =>
  aDevice({ id, ...LAMP, params: { Status: true }, ...more });

export const aDimmer = (id: number, Level: number, more: Partial<Device> = {}): Device =>
  aDevice({ id, ...DIMMER, params: { Level, Status: Level > 0 }, ...more });

export const aShutter = (id: number, Level: number, more: Partial<Device> = {}): Device =>
  aDevice({ id, ...SHUTTER, params: { Level }, ...more });

/** A binary sensor in this role. */
export const aSensor = (id: number, role: string, Tripped: unknown, more: Partial<Device> = {}): Device =>
  aDevice({ id, role, type: 'DevBinarySensor', interfaces: ['SensorBinary'], params: { Tripped }, ...more });

/** A lock that reports on. */
export const aLock = (id: number): Device =>
  aDevice({ id, type: 'DevLock', interfaces: ['DoorLock', 'SwitchBinary'], params: { Status: true } });

/** A sensor that measures. */
export const aMeter = (id: number): Device =>
  aDevice({ id, type: 'DevMultiSensor', interfaces: ['SensorMultilevel'], params: { Value: 3 } });
