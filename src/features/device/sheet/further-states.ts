import { controlSummary } from '$lib/kinds/control-summary';
import type { Device } from '#shared/home';
import type { ControlName } from '#shared/kinds';

/** The controls whose state is shown in addition to the main one's. The others show it by their own position. */
const SHOWN: readonly ControlName[] = ['contact', 'measurement', 'lock'];

/**
 * Returns the further states of a device, such as the trip of a siren or the reading of a socket's meter. Reactive
 * (language).
 * @param controls the device's controls, its main one first
 */
export function furtherStatesOf(
  [main, ...others]: readonly ControlName[],
  device: Device
): readonly string[] {
  return others
    .filter((name) => SHOWN.includes(name))
    .filter((name) => !(name === 'measurement' && main === 'climate'))
    .map((name) => controlSummary(name, device));
}
