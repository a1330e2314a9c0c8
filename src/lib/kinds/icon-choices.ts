import type { Group } from '#shared/kinds';
import { t } from '$lib/i18n/i18n.svelte';
import { DEVICE_ICONS, DEVICE_ICONS_BY_NAME } from './device-icons';
import { findByName } from './icon-name';
import { ROOM_ICONS } from './room-icons';

/** An icon that the user can choose for a device or a room. */
export interface IconChoice {
  /** Its name, as the controller would send it. */
  readonly name: string;
  /** A label of the icon. */
  readonly label: string;
  /** Path data (`d`) in a 24 × 24 box. */
  readonly path: string;
}

/** The eight icons that are suggested for the devices of a group. */
const SUGGESTED: Readonly<Record<Group, readonly (typeof DEVICE_ICONS)[number][0][]>> = {
  lights: ['lamp', 'ceiling', 'floor-lamp', 'desk-lamp', 'led', 'rgb', 'switch', 'socket'],
  switches: ['socket', 'switch', 'tv', 'speaker', 'coffee', 'fridge', 'washer', 'fan'],
  shutters: ['shutter', 'blinds', 'curtains', 'window', 'door', 'garage', 'gate', 'sun'],
  entrances: ['garage', 'gate', 'door', 'lock', 'shutter', 'window', 'blinds', 'switch'],
  climate: ['thermostat', 'radiator', 'conditioner', 'boiler', 'ventilation', 'fan', 'thermometer', 'valve'],
  sensors: ['door', 'window', 'motion', 'smoke', 'leak', 'thermometer', 'humidity', 'sun'],
  others: ['switch', 'siren', 'alarm', 'lock', 'meter', 'power', 'battery', 'gateway']
};

/** Returns the icons that are suggested for a device of a group. Reactive (language). */
export const suggestedIcons = (group: Group): readonly IconChoice[] =>
  SUGGESTED[group].map((name) => ({ name, label: t(`icon.${name}`), path: devicePathOf(name) ?? '' }));

/**
 * Returns the path of a device's icon name; undefined if the name is unknown. It is the active form, since the form at
 * rest is often crossed out.
 */
export const devicePathOf = (icon: string): string | undefined =>
  findByName(DEVICE_ICONS_BY_NAME, icon)?.active;

/** Returns the icons for devices. Reactive (language). */
export const deviceIconChoices = (): readonly IconChoice[] =>
  DEVICE_ICONS.map(([name, icon]) => ({ name, label: t(`icon.${name}`), path: icon.active }));

/** Returns the icons for rooms. Reactive (language). */
export const roomIconChoices = (): readonly IconChoice[] =>
  ROOM_ICONS.map(([name, path]) => ({ name, label: t(`icon.${name}`), path }));
