import { percent } from '$lib/i18n/number';
import { t } from '$lib/i18n/i18n.svelte';
import type { Device } from '#shared/home';
import { chargeOf } from './battery';

/** Returns the charge as text: "64 %", "Almost empty". Reactive (language). */
export function chargeLabel(device: Device): string {
  const charge = chargeOf(device);
  if (charge === undefined) return t('value.none');
  return chargeText(charge);
}

/** Formats a charge in percent. Reactive (language). */
export const chargeText = (charge: number): string => (charge === 0 ? t('battery.empty') : percent(charge));
