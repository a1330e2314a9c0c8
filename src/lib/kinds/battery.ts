import type { Device } from '#shared/home';
import { readBattery } from '#shared/interfaces/readings';
import { t } from '$lib/i18n/i18n.svelte';
import { percent } from '$lib/i18n/number';

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

/** Returns the charge as text: "64 %", "Almost empty". Reactive (language). */
export function chargeLabel(device: Device): string {
  const charge = chargeOf(device);
  if (charge === undefined) return t('value.none');
  return chargeText(charge);
}

/** Formats a charge in percent. Reactive (language). */
export const chargeText = (charge: number): string => (charge === 0 ? t('battery.empty') : percent(charge));
