import { isTripped } from '#shared/hazards';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';

/** Whether an armed sensor does not guard before it is calm again. */
export const isUnguarded = (device: Device): boolean =>
  device.isUnguarded === true && isTripped(device) && readSensorBinary(device.params).isArmed === true;
