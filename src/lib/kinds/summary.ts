import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { controlSummary } from './control-summary';
import { isAlarm } from './meaning';
import type { Reading } from './reading';
import type { Device } from '#shared/home';
import { mainControlOf } from '#shared/kinds';

/**
 * Returns a device's state in one line. A dead device is "unavailable", whatever it reported last; an alarm is shown
 * nevertheless. Reactive (language).
 * @param nearby reading of another device; see `roomTemperatureOf`
 */
export function summaryOf(device: Device, nearby?: Reading): string {
  const control = mainControlOf(device);
  if (!device.alive) {
    const unavailable = t('value.unavailable');
    return facts(control && isAlarm(device) && controlSummary(control, device), unavailable);
  }
  if (control) return controlSummary(control, device, nearby);
  return t(device.interfaces.includes('Gateway') ? 'device.gateway' : 'device.nothingKnown');
}
