import type { Control } from '../control';
import { isSensingType, meaningOf } from '../meaning';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';

/**
 * Whether a binary sensor raises an alarm: it is tripped, and detects a hazard (smoke, leak) or is armed. A dead device
 * counts too, since a smoke sensor may burn.
 */
export function isAlarm(device: Device): boolean {
  if (!contactControl.fits(device)) return false;
  const { isTripped, isArmed } = readSensorBinary(device.params);
  return isTripped === true && (isArmed === true || meaningOf(device).nature === 'hazard');
}

/** The state of a binary sensor, with a text for its role or type. */
export const contactControl: Control = {
  name: 'contact',
  fits: ({ interfaces, params, type }) =>
    interfaces.includes('SensorBinary') || ('Tripped' in params && isSensingType(type)),
  isActive: ({ params }) => readSensorBinary(params).isTripped === true,
  tone(device) {
    if (isAlarm(device)) return 'alarm';
    if (readSensorBinary(device.params).isArmed === true) return 'armed';
    return contactControl.isActive(device) ? 'on' : 'neutral';
  },
  icon: (device) => meaningOf(device).detected
};
