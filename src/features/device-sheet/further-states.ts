import type { Control, ControlName } from '$lib/kinds/control';
import type { Device } from '#shared/home';

/** The controls whose state is worth a line of its own beside the main one's; the others show it by what they are set to. */
const TELLING: readonly ControlName[] = ['contact', 'measurement', 'lock'];

/**
 * What a device tells beside its main state: that a siren is tripped, what a socket's meter reads. Reads reactive state (the language).
 * @param controls the device's, its main one first
 */
export function furtherStatesOf([main, ...others]: readonly Control[], device: Device): readonly string[] {
  return others
    .filter(({ name }) => TELLING.includes(name))
    .filter(({ name }) => !(name === 'measurement' && main?.name === 'climate'))
    .map((control) => control.summary(device));
}
