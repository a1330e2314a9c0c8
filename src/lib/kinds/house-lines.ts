import { mdiCheck, mdiHelp } from '@mdi/js';
import type { Device } from '#shared/home';
import { duration } from '$lib/i18n/age';
import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { facts } from '$lib/i18n/list';
import { withinSentence } from '$lib/i18n/within-sentence';
import { attentionChipOf, chipsOf, type HighlightChip } from './chips';
import { nameOf } from './device-name';
import type { HighlightKind, Highlights } from './room-summary';
import { asKnown, LIVE, type Sight } from './sight';

/** The lists that have lines: what needs attention shares one. */
export type LineList = HighlightKind | 'attention';

/** How many devices of a kind there are, whatever their state is, and how many of them have a state that is not known. */
export interface Counts {
  readonly total: number;
  readonly unknown: number;
}

/** What is said of a kind of device of which nothing stands out. */
export interface QuietWords {
  /** All of it is known. */
  readonly calm: PlainKey;
  /** The same of a time that is over. */
  readonly past?: PlainKey;
  /** Some of it is not known: "2 of 3 doors unknown". */
  readonly unsure: (counts: Counts) => string;
}

/** Where a sentence holds, and how far its values can be trusted. */
export interface Scope {
  readonly sight: Sight;
  /** The number of rooms that a limited screen sees; null: the whole home. */
  readonly rooms: number | null;
}

/** The whole home, while connected. */
const WHOLE: Scope = { sight: LIVE, rooms: null };

/** What the lines of the house are about. */
export interface HouseStatus {
  readonly highlights: Highlights;
  readonly count: (list: LineList) => Counts;
  /** The door or window that was left open for the longest time, and for how long, in ms. */
  readonly leftOpen?: LeftOpen | undefined;
}

/** A door or window that has been open for longer than the household wants, by `ms` of a duration. */
export interface LeftOpen {
  readonly device: Device;
  readonly ms: number;
}

/** A sentence about devices of which none stands out, without and with the time of what is known. */
export interface QuietLine {
  readonly what: string;
  readonly label: string;
  /** A tick if all of it is known now, a question mark if some of it is not known; none for what was. */
  readonly icon?: string;
  readonly isUnsure?: true;
}

/** What is said of one kind of thing in the house: a chip on a phone, a row on a wall. A quiet one says that nothing of its kind stands out. */
export interface HouseLine extends QuietLine, Pick<HighlightChip, 'tone'> {
  readonly list: LineList;
  /** Beside what is so: how many are not known. */
  readonly unknown?: string;
  /** The label of a chip, if the whole one does not fit into it: "Left open 20 min". */
  readonly short?: string;
  readonly isQuiet?: true;
}

const UNSURE = {
  openings: ({ total, unknown }: Counts) => t('home.unknownDoors', { count: total, unknown }),
  lights: ({ total, unknown }: Counts) => t('home.unknownLights', { count: total, unknown }),
  shutters: ({ total, unknown }: Counts) => t('home.unknownShutters', { count: total, unknown })
};

/** What is said of openings, lights and shutters of which nothing stands out, wherever it is said. */
export const QUIET = {
  openings: { calm: 'home.allClosed', past: 'home.wereClosed', unsure: UNSURE.openings },
  lights: { calm: 'home.noLights', unsure: UNSURE.lights },
  shutters: { calm: 'home.shuttersClosed', unsure: UNSURE.shutters }
} as const satisfies Readonly<Record<string, QuietWords>>;

/** In their order. Alarms come last, so that one that comes moves nothing: its banner says it first. */
const LINES: readonly { readonly list: LineList; readonly words?: QuietWords }[] = [
  { list: 'openings', words: QUIET.openings },
  { list: 'lights', words: QUIET.lights },
  { list: 'shutters', words: QUIET.shutters },
  { list: 'attention', words: { calm: 'home.devicesFine', unsure: () => '' } },
  { list: 'alarms' }
];

/**
 * Returns the one sentence about kinds of devices of which nothing stands out. It is the only place that knows a tick: all of them must be
 * known, now. A limited screen speaks of its rooms alone. Reactive (language).
 */
export function quietLine(kinds: readonly (QuietWords & Counts)[], { sight, rooms }: Scope): QuietLine {
  const isLive = sight.kind === 'live';
  const texts = kinds.map(({ calm, past = calm, unsure, total, unknown }) =>
    unknown > 0 ? unsure({ total, unknown }) : t(isLive ? calm : past)
  );
  const what = inRooms(facts(...texts), rooms);
  const label = asKnown(what, sight);
  if (kinds.some(({ unknown }) => unknown > 0)) return { what, label, icon: mdiHelp, isUnsure: true };
  return isLive && kinds.every(({ total }) => total > 0) ? { what, label, icon: mdiCheck } : { what, label };
}

/** Returns a sentence with its scope: "In your room: all closed". Reactive (language). */
export function inRooms(what: string, rooms: number | null): string {
  if (rooms === null) return what;
  const said = withinSentence(what);
  return rooms === 1 ? t('home.inYourRoom', { what: said }) : t('home.inYourRooms', { what: said });
}

/**
 * Returns what is said of the house: a line for each kind of device that the home has, also if nothing of it stands out. Alarms have one
 * only if there are any. Without a connection the lines say how it was, without colour and tick: the time takes its place. Reactive
 * (language).
 */
export function houseLines(
  { highlights, count, leftOpen }: HouseStatus,
  scope: Scope = WHOLE
): readonly HouseLine[] {
  const { sight } = scope;
  const isLive = sight.kind === 'live';
  return LINES.flatMap(({ list, words }): readonly HouseLine[] => {
    const chip = list === 'attention' ? attentionChipOf(highlights) : chipsOf(highlights, [list])[0];
    const counts = count(list);
    if (!chip) {
      const isThere = words && counts.total > 0;
      return isThere
        ? [{ ...quietLine([{ ...words, ...counts }], scope), list, tone: 'neutral', isQuiet: true }]
        : [];
    }
    const isOpening = list === 'openings';
    const isLeft = isOpening && isLive && leftOpen;
    const what = isLeft ? leftOpenText(leftOpen, highlights, chip) : chip.label;
    const unknown =
      isOpening && counts.unknown > 0 ? t('home.unknown', { count: counts.unknown }) : undefined;
    return [
      {
        list,
        tone: isLive ? chip.tone : 'neutral',
        label: asKnown(facts(what, unknown), sight),
        what,
        ...(unknown && { unknown }),
        ...(isLeft && { short: facts(durationText(leftOpen), unknown) }),
        ...(isLive && { icon: chip.icon })
      }
    ];
  });
}

const durationText = ({ ms }: LeftOpen): string => t('home.leftOpen', { duration: duration(ms) });

/** "Left open 20 min · Terrace door", or "Left open 20 min · 3 open". */
const leftOpenText = (left: LeftOpen, { openings }: Highlights, { label }: HighlightChip): string =>
  facts(durationText(left), openings.length === 1 ? nameOf(left.device) : label);
