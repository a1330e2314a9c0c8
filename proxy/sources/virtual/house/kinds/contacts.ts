import type { Params } from '#shared/home';
import type { DevicePlan } from '../plan';
import { zwave, type Extra } from './zwave';

/** A kind of binary sensor with a role [O], and what its parameters differ in. */
const binarySensor =
  (role: string, icon: string, own: Params = {}) =>
  (id: number, name: string, extra: Extra = {}): DevicePlan => {
    const params = { armable: false, ackable: false, Armed: false, Tripped: false, lasttrip: 0, ...own };
    const interfaces = ['SensorBinary'];
    return zwave({ id, name, type: 'DevBinarySensor', role, icon, interfaces, params }, extra);
  };

/** A motion sensor. It can be armed. */
export const motion = binarySensor('BinaryMotionSensor', 'motion', { armable: true });

/** A door contact. It can be armed. */
export const door = binarySensor('BinaryDoorSensor', 'door', { armable: true });

/** A window contact. */
export const window = binarySensor('BinaryWindowSensor', 'window');

/** A smoke alarm. It can be acknowledged. */
export const smoke = binarySensor('BinarySmokeSensor', 'smoke', { ackable: true });

/** A water leak sensor. It can be acknowledged. */
export const leak = binarySensor('BinaryLeakingSensor', 'leak', { ackable: true });

/** A fault sensor. */
export const trouble = binarySensor('BinaryGenericSensor', 'sensor');
