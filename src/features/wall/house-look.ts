import type { Device } from '#shared/home';
import { CLOSED_LEVEL, FULL_LEVEL, OPEN_LEVEL, readLevel } from '#shared/interfaces/level';
import { isLit, lampLevel } from '#shared/lamp-level';
import type { RoomView } from '$features/view-models/room-view.svelte';
import { tintOf } from '$lib/kinds/lamp-colour';
import { quantityOf, readingOf } from '$lib/kinds/reading';
import { isOutsideName } from '$lib/kinds/room-readings';
import { isOpening, isUnknown } from '$lib/kinds/room-summary';

/** What a room's window shows of it. */
export interface WindowLook {
  /** The light in it: 0 is dark, a lit one has from 0.5 to 1. */
  readonly light: number;
  /** The mixed colour of that light at its brightest, for CSS. */
  readonly colour: string;
  /** How far its blind is down: from 0, open, to 1. */
  readonly blind: number;
  readonly isAjar: boolean;
  readonly isDanger: boolean;
  /** Whether nothing is known of what it would show. */
  readonly isUnknown: boolean;
}

/** The light of a lamp without a colour of its own. */
const WARM = { red: 255, green: 198, blue: 92 };
const DIMMEST = 0.5;

/**
 * Returns how the window of a room looks.
 * @param lamps the room's lights, with the goals of commands under way
 */
export function windowOf(room: RoomView, lamps: readonly Device[]): WindowLook {
  const { all, highlights } = room;
  const lit = lamps
    .filter(isLit)
    .map((lamp) => ({ level: lampLevel(lamp) ?? 0, tint: tintOf(lamp) ?? WARM }));
  const mix = (of: keyof typeof WARM) => lit.reduce((total, { level, tint }) => total + level * tint[of], 0);
  const mixed = [mix('red'), mix('green'), mix('blue')];
  const most = Math.max(...mixed);
  const shutters = room.devicesOf('shutters');
  const openings = room.devices.filter(isOpening);
  const [told] = [lamps, [...shutters, ...openings], all].filter(({ length }) => length > 0);
  return {
    light: lightOf(Math.max(0, ...lit.map(({ level }) => level))),
    colour: most > 0 ? `rgb(${mixed.map((part) => Math.round((255 * part) / most)).join(' ')})` : '',
    blind: blindOf(shutters),
    isAjar: highlights.openings.length > 0,
    isDanger: highlights.alarms.length > 0,
    isUnknown: told?.every((device) => (told === all ? !device.alive : isUnknown(device))) ?? false
  };
}

/** Returns the light in a window by the level of its brightest lamp, from 0 to 99. */
export const lightOf = (level: number) => (level > 0 ? DIMMEST + ((1 - DIMMEST) * level) / FULL_LEVEL : 0);

/** How far the shutters of a room are down on average, without those that nobody knows. */
function blindOf(shutters: readonly Device[]): number {
  const levels = shutters.flatMap(({ alive, params }) => (alive ? (readLevel(params) ?? []) : []));
  const shares = levels.map((level) =>
    level <= CLOSED_LEVEL ? 1 : level >= OPEN_LEVEL ? 0 : 1 - level / FULL_LEVEL
  );
  return shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : 0;
}

/** The skies over the house. */
export type Sky = 'dawn' | 'day' | 'dusk' | 'night';

/** When a sky begins, in hours, where no sensor tells it. */
const SKIES: readonly (readonly [from: number, sky: Sky])[] = [
  [20.5, 'night'],
  [17.5, 'dusk'],
  [8, 'day'],
  [6, 'dawn']
];
/** Outside it is night below this. */
const DARK_LUX = 5;
/** Outside it is day above this. */
const BRIGHT_LUX = 400;

/**
 * Returns the sky at a time: by the light outside, else by the hour.
 * @param hours since midnight
 * @param lux measured outside
 */
export function skyAt(hours: number, lux: number | undefined): Sky {
  if (lux === undefined) return SKIES.find(([from]) => hours >= from)?.[1] ?? 'night';
  if (lux < DARK_LUX) return 'night';
  return lux > BRIGHT_LUX ? 'day' : hours < 12 ? 'dawn' : 'dusk';
}

/** Returns the light outside in lux, of a sensor or a room that is named so; undefined if none measures it. */
export const luxOutside = (rooms: readonly RoomView[]): number | undefined =>
  rooms
    .flatMap(({ name, all }) => all.filter((sensor) => isOutsideName(name) || isOutsideName(sensor.name)))
    .filter((sensor) => quantityOf(sensor) === 'light')
    .flatMap((sensor) => readingOf(sensor) ?? [])
    .find(({ unit }) => /^lu?x$/i.test(unit))?.value;

/** What the colours of a palette are for, in their order; the last two are the strength of halos and of the shine in a window. */
const PARTS =
  'high low orb earth wall roof frame line glass blind door ink lamp-outline alarm-ink halo shine'.split(' ');

/** The colours of the drawn house by its sky; `off` is dim amber on black, so that a bedroom stays dark. */
const PALETTES: Readonly<Record<Sky | 'off', string>> = {
  dawn: '#b7c4e8 #fbdcc0 #ffe3a0 #a5ab8f #f1e2d6 #a7604f #fff6ec #d6c3b4 #5f6f86 #c6b6d4 #6d4634 #29262c #29262c #8f0f18 .7 .3',
  day: '#8fc0e2 #e9f1ef #fff3c4 #9fbc8b #f4ece0 #b5654a #fffaf2 #d9cdbb #6f8796 #cfc3e2 #7a5138 #1c2830 #1c2830 #8f0f18 .5 .3',
  dusk: '#1f2348 #8a4a4f #e79a56 #1d2430 #3a3644 #2a2431 #5b5363 #4b4553 #191b2a #6d6284 #2b1c17 #fff1dc #cfc0ae #ff9d9f .85 .3',
  night:
    '#070b18 #22305a #a9a491 #0b1015 #1c1f29 #12141b #3a3f4c #2b2f3a #0b0e16 #4a4560 #241714 #e9d3a6 #a0957d #ff8f92 .8 .3',
  off: '#000 #000 #000 #000 #000 #070401 #35220a #22160a #000 #1f1406 #080401 #a36a19 #8a5d1c #ff6a6e 0 0'
};

/** Returns the custom properties of a sky, with their values. */
export const paletteOf = (sky: Sky | 'off'): readonly (readonly [part: string, value: string])[] =>
  PALETTES[sky].split(' ').map((value, at) => [`--${PARTS[at] ?? ''}`, value]);
