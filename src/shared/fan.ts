import type { Device } from '#shared/home';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { phraseOf } from '#shared/words';

/** The interface of a device that a source knows to be a fan. No controller documents one. */
export const FAN_INTERFACE = 'Fan';

/** The speeds of a fan, each with the level that sets it, 0 to 99: its motor knows no steps between them. */
export const FAN_SPEEDS = [
  { name: 'off', level: 0 },
  { name: 'low', level: 33 },
  { name: 'medium', level: 66 },
  { name: 'high', level: FULL_LEVEL }
] as const;
export type FanSpeed = (typeof FAN_SPEEDS)[number]['name'];

/** Words of a type, a role or an icon, and of a product's label, that name a fan. The light of a fan is none. */
const FANS = /\bfans?\b|\bventilat(or|ion)\b/;
const LIGHTS = /\b(lights?|lamps?)\b/;

/** Whether a phrase, as `phraseOf` writes it, names a fan, and nothing that lights. */
export const namesFan = (phrase: string): boolean => FANS.test(phrase) && !LIGHTS.test(phrase);

/**
 * Whether a device is a fan: by its interface, its type, its role or its icon. What lights, moves or heats is none, and neither is what the
 * household counts as one of the room's lights.
 */
export const isFan = ({ interfaces, type, role, icon, isRoomLight }: Device): boolean =>
  isRoomLight !== true &&
  (interfaces.includes(FAN_INTERFACE) || [type, role, icon].some((name) => namesFan(phraseOf(name)))) &&
  !interfaces.some((name) => name === 'SwitchColor' || name === 'Shutter' || name.startsWith('Thermostat'));

/** The speed of a fan with this level, 0 to 99: of each speed the levels up to its own. */
export const fanSpeedOf = (level: number): FanSpeed =>
  FAN_SPEEDS.find((speed) => level <= speed.level)?.name ?? 'high';
