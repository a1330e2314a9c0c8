import { mdiCheck } from '@mdi/js';
import type { Device } from '#shared/home';
import { duration } from '$lib/i18n/age';
import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { facts } from '$lib/i18n/list';
import { attentionChipOf, chipsOf, type HighlightChip } from './chips';
import { nameOf } from './device-name';
import type { HighlightKind, Highlights } from './room-summary';
import { asKnown, LIVE, type Sight } from './sight';

/** The lists that have lines: what needs attention shares one. */
type LineList = HighlightKind | 'attention';

/** What the lines of the house are about. */
export interface HouseStatus {
  readonly highlights: Highlights;
  /** Whether the home has devices of a list's kind, whatever their state is. */
  readonly has: (list: LineList) => boolean;
  /** The number of devices of a list's kind whose state is not known. */
  readonly unknown: (list: LineList) => number;
  /** The door or window that was left open for the longest time, and for how long, in ms. */
  readonly leftOpen?: LeftOpen | undefined;
}

/** A door or window that has been open for longer than the household wants, by `ms` of a duration. */
export interface LeftOpen {
  readonly device: Device;
  readonly ms: number;
}

/** What is said of one kind of thing in the house: a chip on a phone, a row on a wall. A quiet one says that nothing of its kind stands out. */
export interface HouseLine extends Pick<HighlightChip, 'label' | 'tone'> {
  readonly list: LineList;
  /** The parts of the label: what is so, and how many are not known. */
  readonly what: string;
  readonly unknown?: string;
  /** The label of a chip, if the whole one does not fit into it: "Left open 20 min". */
  readonly short?: string;
  readonly icon?: string;
  readonly isQuiet?: true;
}

/**
 * A list with a line. `quiet`: its text if nothing stands out; `unsure`: the same while the state of some devices is not known; `past`: the same
 * of a time that is over.
 */
interface LineKind {
  readonly list: LineList;
  readonly quiet?: PlainKey;
  readonly unsure?: PlainKey;
  readonly past?: PlainKey;
}

/** In their order. Alarms come last, so that one that comes moves nothing: its banner says it first. */
const LINES: readonly LineKind[] = [
  { list: 'openings', quiet: 'home.allClosed', unsure: 'home.noneOpen', past: 'home.wereClosed' },
  { list: 'lights', quiet: 'home.noLights', unsure: 'home.noLights' },
  { list: 'shutters', quiet: 'home.shuttersClosed', unsure: 'home.noShutters' },
  { list: 'attention', quiet: 'home.devicesFine' },
  { list: 'alarms' }
];

/**
 * Returns what is said of the house: a line for each kind of device that the home has, also if nothing of it stands out. Alarms have one
 * only if there are any. Without a connection the lines say how it was, without colour and icon: the time takes its place. Reactive
 * (language).
 */
export function houseLines(
  { highlights, has, unknown, leftOpen }: HouseStatus,
  sight: Sight = LIVE
): readonly HouseLine[] {
  const isLive = sight.kind === 'live';
  return LINES.flatMap(({ list, quiet, unsure, past = quiet }): readonly HouseLine[] => {
    const chip = list === 'attention' ? attentionChipOf(highlights) : chipsOf(highlights, [list])[0];
    if (!chip && (!quiet || !has(list))) return [];
    const count = unsure && (!chip || list === 'openings') ? unknown(list) : 0;
    const text = count > 0 ? unsure : isLive ? quiet : past;
    const isLeft = chip && list === 'openings' && isLive && leftOpen;
    const left = isLeft ? leftOpenText(leftOpen, highlights, chip) : undefined;
    const what = left ?? chip?.label ?? (text ? t(text) : '');
    const unknownText = count > 0 ? t('home.unknown', { count }) : undefined;
    const label = asKnown(facts(what, unknownText), sight);
    const tone = chip && isLive ? chip.tone : 'neutral';
    const icon = isLive ? (chip?.icon ?? (count === 0 ? mdiCheck : undefined)) : undefined;
    return [
      {
        list,
        tone,
        label,
        what,
        ...(unknownText && { unknown: unknownText }),
        ...(isLeft && { short: facts(durationText(leftOpen), unknownText) }),
        ...(icon && { icon }),
        ...(!chip && { isQuiet: true })
      }
    ];
  });
}

const durationText = ({ ms }: LeftOpen): string => t('home.leftOpen', { duration: duration(ms) });

/** "Left open 20 min · Terrace door", or "Left open 20 min · 3 open". */
const leftOpenText = (left: LeftOpen, { openings }: Highlights, { label }: HighlightChip): string =>
  facts(durationText(left), openings.length === 1 ? nameOf(left.device) : label);
