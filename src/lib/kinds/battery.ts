import type { Device } from '#shared/home';
import { readBattery } from '#shared/interfaces/readings';

/** The charge in percent up to which a battery is low. */
const LOW_BATTERY = 15;

/** Whether a device runs on a battery. */
export const hasBattery = ({ interfaces }: Device): boolean => interfaces.includes('Battery');

/** The charge in percent; undefined if the device has no battery, or reports none. */
export const chargeOf = (device: Device): number | undefined =>
  hasBattery(device) ? readBattery(device.params).percent : undefined;

/** Whether a battery is low: a charge of at most 15 %, or the report "almost empty", which is read as 0. */
export function isBatteryLow(device: Device): boolean {
  const charge = chargeOf(device);
  return charge !== undefined && charge <= LOW_BATTERY;
}
