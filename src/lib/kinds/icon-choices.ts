import { t } from '$lib/i18n/i18n.svelte';
import { DEVICE_ICONS_BY_NAME } from './device-icons';
import { findByName } from './icon-name';
import { roomIconOf } from './room-icons';

/** An icon that a household can choose for a device or a room. */
export interface IconChoice {
  /** As the controller would say it. */
  readonly name: string;
  /** What it depicts. */
  readonly label: string;
  /** The `d` of a path in a 24 × 24 box. */
  readonly path: string;
}

/** The names of the icons for devices: each picture of the table once. */
const DEVICE_ICON_NAMES = [
  'lamp',
  'ceiling',
  'floor-lamp',
  'desk-lamp',
  'led',
  'rgb',
  'switch',
  'socket',
  'fan',
  'ventilation',
  'radiator',
  'thermostat',
  'conditioner',
  'boiler',
  'shutter',
  'blinds',
  'curtains',
  'door',
  'window',
  'garage',
  'gate',
  'lock',
  'tv',
  'speaker',
  'coffee',
  'fridge',
  'dishwasher',
  'washer',
  'pump',
  'valve',
  'sprinkler',
  'motion',
  'smoke',
  'leak',
  'siren',
  'alarm',
  'thermometer',
  'humidity',
  'sun',
  'water',
  'power',
  'meter',
  'battery',
  'gateway'
] as const;

/** The names of the icons for rooms: each picture of the table once. */
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

/** The picture that a device's icon name stands for; undefined where it stands for none, and the kind's own is shown. Not at rest: that is often crossed out. */
export const devicePathOf = (icon: string): string | undefined =>
  findByName(DEVICE_ICONS_BY_NAME, icon)?.active;

/** The icons to choose from for devices. Reads reactive state (the language). */
export const deviceIconChoices = (): readonly IconChoice[] =>
  DEVICE_ICON_NAMES.map((name) => ({ name, label: t(`icon.${name}`), path: devicePathOf(name) ?? '' }));

/** The icons to choose from for rooms. Reads reactive state (the language). */
export const roomIconChoices = (): readonly IconChoice[] =>
  ROOM_ICON_NAMES.map((name) => ({ name, label: t(`icon.${name}`), path: roomIconOf({ icon: name }) }));
