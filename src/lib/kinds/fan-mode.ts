import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { modeLabel } from './control-summary';

/** Fan modes of Z-Wave thermostats, as they are assumed to be named [A]. */
const FAN_MODES: ReadonlyMap<string, PlainKey> = new Map([
  ['On', 'device.on'],
  ['Low', 'mode.Low'],
  ['Medium', 'mode.Medium'],
  ['High', 'mode.High'],
  ['AutoLow', 'mode.AutoLow'],
  ['AutoMedium', 'mode.AutoMedium'],
  ['AutoHigh', 'mode.AutoHigh'],
  ['Circulation', 'mode.Circulation'],
  ['Quiet', 'mode.Quiet']
]);

/** Returns the label of a fan mode. An unknown mode is shown as the controller names it. Reactive (language). */
export function fanModeLabel(mode: string): string {
  const key = FAN_MODES.get(mode);
  return key ? t(key) : modeLabel(mode);
}
