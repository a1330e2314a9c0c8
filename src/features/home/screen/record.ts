import { mdiMinus } from '@mdi/js';
import { isRecord } from '#shared/home';
import type { RoomData } from '$features/view-models/room-data';
import { i18n } from '$lib/i18n/i18n.svelte';
import type { Messages } from '$lib/i18n/keys';
import { parseRecord } from '$lib/state/preferences/persisted.svelte';
import type { Preferences } from '$lib/state/preferences/preferences.svelte';
import { FIRST_SCREEN, type Settings } from '$lib/state/preferences/settings';
import type { HomeScreenData } from './home-screen';

/**
 * The home page as it was last seen live, with its words in the language of then. It is in `localStorage`, the only storage that can be
 * read at once.
 */
export interface HomeRecord {
  /** `FORMAT` of the app that wrote it. An update shows what the version before it wrote. */
  readonly format: number;
  readonly language: string;
  /** The messages of the first screens in that language; undefined if it is English. */
  readonly messages?: Messages;
  /** What it says if the app does not start. */
  readonly late: string;
  readonly screen: HomeScreenData;
}

/** To be changed with `HomeScreenData`, so that a record of another shape is not shown. */
const FORMAT = 2;

/** The maximum number of rooms in a record. They fill a screen; more would hold up the app, which brings the others. */
const MAX_ROOMS = 24;
/** The maximum length of a stored record. One of 24 rooms has 25,000 characters; a longer one would hold up the start. */
const MAX_LENGTH = 500_000;

/** Whether there is a record: another window may have removed it, by a sign-out for example. `settings`: of its home. */
export const hasRecord = (settings: Settings): boolean => settings.read(FIRST_SCREEN) !== null;

/** Reads the record; null if there is none, or if it is of another format or language. */
export function readRecord(settings: Settings, preferences: Preferences): HomeRecord | null {
  if (!hasRecord(settings)) return null;
  const record = parseRecord(settings.read(FIRST_SCREEN));
  return isOf(record, preferences.language) ? record : null;
}

type Stored = Readonly<Record<string, unknown>>;

const isOf = (stored: Stored, language: string): stored is Stored & HomeRecord =>
  stored['format'] === FORMAT && stored['language'] === language && isRecord(stored['screen']);

/** Writes the record. Without space for it, and if it is too long, an old one does not stay. */
export function writeRecord(settings: Settings, record: Pick<HomeRecord, 'late' | 'screen'>): void {
  const { language } = i18n;
  settings.remove(FIRST_SCREEN);
  const text = JSON.stringify({
    ...record,
    format: FORMAT,
    language,
    ...(language !== 'en' && { messages: i18n.first })
  });
  if (text.length <= MAX_LENGTH) settings.write(FIRST_SCREEN, text);
}

/**
 * Copies what a screen shows, for a record. Nothing in it can be done: the app is not there.
 * @param link what it says of the link, with the time of its values
 */
export function recordedScreen(screen: HomeScreenData, link: HomeScreenData['link']): HomeScreenData {
  const { base, title, chips, scenes, favourites, floors, mayEdit, hasOthers } = screen;
  let left = MAX_ROOMS;
  return {
    link,
    base,
    title,
    chips: chips.map(recordedChip),
    scenes,
    favourites,
    mayEdit,
    hasOthers,
    floors: floors.map(({ key, title: name, icon, rooms }) => {
      const recorded = rooms.slice(0, left).map(recordedRoom);
      left -= recorded.length;
      return { key, title: name, icon, rooms: recorded };
    }),
    isStale: true
  };
}

/** What was calm need not be calm now: it has no tick, and keeps its width. */
const recordedChip = (chip: HomeScreenData['chips'][number]): HomeScreenData['chips'][number] =>
  chip.isQuiet && chip.icon && !chip.isUnsure ? { ...chip, icon: mdiMinus } : chip;

const recordedRoom = ({ key, name, icon, degrees, readings, chips, isLit, lamp }: RoomData): RoomData => ({
  key,
  name,
  icon,
  degrees,
  readings,
  chips,
  isLit,
  // By what is confirmed: a command may be under way.
  lamp: lamp && {
    label: lamp.label,
    isOn: isLit,
    isDisabled: true,
    state: lamp.state === 'dead' ? 'dead' : isLit ? 'on' : 'off'
  }
});

/** A recorded screen on a device without a network: nobody knows how the lamps are. */
export const lostScreen = (screen: HomeScreenData): HomeScreenData => ({
  ...screen,
  chips: screen.chips.map((chip) => ({
    ...chip,
    tone: 'neutral',
    icon: chip.isQuiet && !chip.isUnsure ? undefined : chip.icon
  })),
  floors: screen.floors.map((floor) => ({
    ...floor,
    rooms: floor.rooms.map(({ lamp, ...room }) => ({
      ...room,
      isLit: false,
      lamp: lamp && { ...lamp, state: 'lost' }
    }))
  }))
});
