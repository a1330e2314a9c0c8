import type { Tone } from '$lib/components/tone';
import { t } from '$lib/i18n/i18n.svelte';
import { isAlarm } from './controls/contact';
import type { Reading } from './reading';
import { mainControlOf } from './registry';
import type { Device } from '#shared/home';

/**
 * What is known of a device, in one line. A device that the radio does not reach is unavailable, whatever it said last; an alarm
 * is said all the same. Reads reactive state (the language).
 * @param nearby what another device measures for it; see `roomTemperatureOf`
 */
export function summaryOf(device: Device, nearby?: Reading): string {
  const control = mainControlOf(device);
  if (!device.alive) {
    const unavailable = t('value.unavailable');
    return control && isAlarm(device) ? `${control.summary(device)} · ${unavailable}` : unavailable;
  }
  if (control) return control.summary(device, nearby);
  return t(device.interfaces.includes('Gateway') ? 'device.gateway' : 'device.nothingKnown');
}

/** What the colour of a device's tile means. */
export function toneOf(device: Device): Tone {
  const tone = mainControlOf(device)?.tone(device) ?? 'neutral';
  return device.alive || tone === 'alarm' ? tone : 'dead';
}
