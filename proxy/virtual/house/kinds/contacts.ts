import type { DevicePlan } from '../plan';
import { zwave, type Extra } from './zwave';

/** A sensor that is tripped or idle, by its role [O]. */
function binarySensor(id: number, name: string, role: string, icon: string, extra: Extra): DevicePlan {
  const params = { armable: false, ackable: false, Armed: false, Tripped: false, lasttrip: 0 };
  return zwave(
    { id, name, type: 'DevBinarySensor', role, icon, interfaces: ['SensorBinary'], params },
    extra
  );
}

/** A motion sensor: it can be armed. */
export const motion = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryMotionSensor', 'motion', {
    ...extra,
    params: { armable: true, ...extra.params }
  });

/** A contact at a door: it can be armed. */
export const door = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryDoorSensor', 'door', {
    ...extra,
    params: { armable: true, ...extra.params }
  });

/** A contact at a window. */
export const window = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryWindowSensor', 'window', extra);

/** A smoke alarm: a user can acknowledge it. */
export const smoke = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinarySmokeSensor', 'smoke', {
    ...extra,
    params: { ackable: true, ...extra.params }
  });

/** A sensor for water where none should be. */
export const leak = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryLeakingSensor', 'leak', {
    ...extra,
    params: { ackable: true, ...extra.params }
  });

/** A sensor of something that is wrong. */
export const trouble = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryGenericSensor', 'sensor', extra);
