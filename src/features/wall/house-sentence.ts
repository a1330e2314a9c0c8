import { t, i18n } from '$lib/i18n/i18n.svelte';
import { listOf } from '$lib/i18n/list';

/** A door or window that is open. */
export interface Opening {
  readonly name: string;
  /** For how long in ms; undefined if unknown. */
  readonly openForMs: number | undefined;
}

/** What the sentence of the house is about. */
export interface HouseState {
  /** The texts of active alarms. */
  readonly alarms: readonly string[];
  readonly openings: readonly Opening[];
  /** For each room with lights on its name, and how many. */
  readonly lights: readonly { readonly room: string; readonly count: number }[];
  /** Whether the home has doors or windows with sensors, and the state of each is known. */
  readonly hasKnownOpenings: boolean;
  readonly hasLights: boolean;
}

/** The maximum number of names in a part of the sentence. */
const MAX_NAMES = 3;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the state of the house as a sentence: alarms, openings and lights, or that all is well. What stays so for weeks, as a
 * low battery, is not said.
 * Empty if the home has nothing to say. Reactive (language).
 */
export function houseSentence(state: HouseState): string {
  const parts = [...state.alarms, openingsPart(state.openings), lightsPart(state)].filter(
    (part) => part !== ''
  );
  const text = (parts.length > 0 ? parts : [calmPart(state)]).join('; ');
  return text === '' ? '' : `${capitalise(text)}.`;
}

function openingsPart(openings: readonly Opening[]): string {
  const [first, ...others] = openings;
  if (!first) return '';
  if (others.length >= MAX_NAMES) return t('wall.openCount', { count: openings.length });
  if (others.length > 0) return t('wall.openNames', { names: listOf(openings.map(({ name }) => name)) });
  const { name, openForMs } = first;
  if (openForMs === undefined || openForMs < MINUTE_MS) return t('home.openNamed', { name });
  return t('wall.openFor', { name, time: spanOf(openForMs) });
}

function lightsPart({ lights }: HouseState): string {
  const [first, ...others] = lights;
  if (!first) return '';
  const count = lights.reduce((sum, room) => sum + room.count, 0);
  if (others.length >= MAX_NAMES) return t('home.lightsOn', { count });
  if (others.length > 0) return t('wall.lightsInRooms', { rooms: listOf(lights.map(({ room }) => room)) });
  return t('wall.lightsInRoom', { count, room: first.room });
}

function calmPart({ hasKnownOpenings, hasLights }: HouseState): string {
  if (hasKnownOpenings && hasLights) return t('wall.calm');
  if (hasKnownOpenings) return t('wall.calmOpenings');
  return hasLights ? t('wall.calmLights') : '';
}

/** "3 hours", in its largest unit. */
function spanOf(ms: number): string {
  if (ms < HOUR_MS) return t('wall.minutes', { count: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return t('wall.hours', { count: Math.floor(ms / HOUR_MS) });
  return t('wall.days', { count: Math.floor(ms / DAY_MS) });
}

/** Makes the first letter of a text a capital one. Reactive (language). */
export function capitalise(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(i18n.language) + rest.join('');
}
