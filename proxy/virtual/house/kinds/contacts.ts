import type { DevicePlan } from '../plan';
import { zwave, type Extra } from './zwave';

/** A binary sensor with a role [O]. */
function binarySensor(id: number, name: string, role: string, icon: string, extra: Extra): DevicePlan {
  const params = { armable: false, ackable: false, Armed: false, Tripped: false, lasttrip: 0 };
  return zwave(
    { id, name, type: 'DevBinarySensor', role, icon, interfaces: ['SensorBinary'], params },
    extra
  );
}

/** A motion sensor. It can be armed. */
export const motion = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryMotionSensor', 'motion', {
    ...extra,
    params: { armable: true, ...extra.params }
  });

/** A door contact. It can be armed. */
export const door = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryDoorSensor', 'door', {
    ...extra,
    params: { armable: true, ...extra.params }
  });

/** A window contact. */
export const window = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryWindowSensor', 'window', extra);

/** A smoke alarm. It can be acknowledged. */
export const smoke = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinarySmokeSensor', 'smoke', {
    ...extra,
    params: { ackable: true, ...extra.params }
  });

/** A water leak sensor. It can be acknowledged. */
export const leak = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryLeakingSensor', 'leak', {
    ...extra,
    params: { ackable: true, ...extra.params }
  });

/** A fault sensor. */
export const trouble = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryGenericSensor', 'sensor', extra);
