import type { Tone } from '$lib/components/tone';
import { t } from '$lib/i18n/i18n.svelte';
import { controlSummary } from './control-summary';
import { isAlarm } from './controls/contact';
import type { Reading } from './reading';
import { mainControlOf } from './registry';
import type { Device } from '#shared/home';

/**
 * Returns a device's state in one line. A dead device is "unavailable", whatever it reported last; an alarm is shown
 * nevertheless. Reactive (language).
 * @param nearby reading of another device; see `roomTemperatureOf`
 */
export function summaryOf(device: Device, nearby?: Reading): string {
  const control = mainControlOf(device);
  if (!device.alive) {
    const unavailable = t('value.unavailable');
    return control && isAlarm(device)
      ? `${controlSummary(control.name, device)} · ${unavailable}`
      : unavailable;
  }
  if (control) return controlSummary(control.name, device, nearby);
  return t(device.interfaces.includes('Gateway') ? 'device.gateway' : 'device.nothingKnown');
}

/** Returns the tone of a device's tile. */
export function toneOf(device: Device): Tone {
  const tone = mainControlOf(device)?.tone(device) ?? 'neutral';
  return device.alive || tone === 'alarm' ? tone : 'dead';
}
