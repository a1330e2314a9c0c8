import { t } from '$lib/i18n/i18n.svelte';
import { DEVICE_ICONS_BY_NAME } from './device-icons';
import type { Group } from '#shared/kinds';
import { findByName } from './icon-name';
import { roomIconOf } from './room-icons';

/** An icon that the user can choose for a device or a room. */
export interface IconChoice {
  /** Its name, as the controller would send it. */
  readonly name: string;
  /** A label of the icon. */
  readonly label: string;
  /** Path data (`d`) in a 24 × 24 box. */
  readonly path: string;
}

/** The names of the icons for devices: one name for each icon. */
const DEVICE_ICON_NAMES = [
  ...(['lamp', 'ceiling', 'floor-lamp', 'desk-lamp', 'led', 'rgb', 'switch', 'socket'] as const),
  ...(['fan', 'ventilation', 'radiator', 'thermostat', 'conditioner', 'boiler'] as const),
  ...(['shutter', 'blinds', 'curtains', 'door', 'window', 'garage', 'gate', 'lock'] as const),
  ...(['tv', 'speaker', 'coffee', 'fridge', 'dishwasher', 'washer', 'pump', 'valve', 'sprinkler'] as const),
  ...(['motion', 'smoke', 'leak', 'siren', 'alarm', 'thermometer', 'humidity', 'sun', 'water'] as const),
  ...(['power', 'meter', 'battery', 'gateway'] as const)
] as const;

/** The eight icons that are suggested for the devices of a group. */
const SUGGESTED: Readonly<Record<Group, readonly (typeof DEVICE_ICON_NAMES)[number][]>> = {
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

/** The names of the icons for rooms: one name for each icon. */
const ROOM_ICON_NAMES = [
  'sofa',
  'pot',
  'stove',
  'dining',
  'bed',
  'suitcase',
  'teddy',
  'bath',
  'shower',
  'toilet',
  'coat-rack',
  'door',
  'stairs',
  'desk',
  'book',
  'hanger',
  'laundry',
  'tv',
  'gym',
  'pool',
  'tree',
  'flower',
  'balcony',
  'garage',
  'cellar',
  'roof',
  'workshop'
] as const;

/**
 * Returns the path of a device's icon name; undefined if the name is unknown. It is the active form, since the form at
 * rest is often crossed out.
 */
export const devicePathOf = (icon: string): string | undefined =>
  findByName(DEVICE_ICONS_BY_NAME, icon)?.active;

/** Returns the icons for devices. Reactive (language). */
export const deviceIconChoices = (): readonly IconChoice[] =>
  DEVICE_ICON_NAMES.map((name) => ({ name, label: t(`icon.${name}`), path: devicePathOf(name) ?? '' }));

/** Returns the icons for rooms. Reactive (language). */
export const roomIconChoices = (): readonly IconChoice[] =>
  ROOM_ICON_NAMES.map((name) => ({ name, label: t(`icon.${name}`), path: roomIconOf({ icon: name }) }));
