import type { Device, Params } from '#shared/home';
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

const isLowCharge = (charge: number | undefined) => charge !== undefined && charge <= LOW_BATTERY;

/**
 * Whether a battery is low: a charge of at most 15 %, or the report "almost empty", which is read as 0, or the device says so itself, whatever
 * its charge is.
 */
export const isBatteryLow = (device: Device): boolean =>
  readBattery(device.params).isLow === true || isLowCharge(chargeOf(device));

/** Returns the charge as text: "64 %", "Almost empty", or "Battery low" where the charge does not tell. Reactive (language). */
export const chargeLabel = ({ params }: Device): string => chargeText(params) ?? t('value.none');

/** Returns the charge that parameters tell as text, as `chargeLabel`; undefined if they tell none. Reactive (language). */
export function chargeText(params: Params): string | undefined {
  const { percent: charge, isLow } = readBattery(params);
  if (isLow === true && !isLowCharge(charge)) return t('battery.mark');
  if (charge === undefined) return undefined;
  return charge === 0 ? t('battery.empty') : percent(charge);
}
