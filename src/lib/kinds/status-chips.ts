import { mdiCheck } from '@mdi/js';
import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { chipsOf, type HighlightChip } from './chips';
import type { HighlightKind, Highlights } from './room-summary';

/** What the chips at the top of the home are about. */
export interface HomeStatus {
  readonly highlights: Highlights;
  /** Whether the home has devices of a list's kind, whatever their state is. */
  readonly has: (list: HighlightKind) => boolean;
  /** The number of doors and windows whose state is not known. */
  readonly unknownOpenings: number;
}

/** A chip at the top of the home. A quiet one says that nothing of its kind stands out. */
export interface StatusChip extends Pick<HighlightChip, 'list' | 'label' | 'tone'> {
  readonly icon?: string;
  readonly isQuiet?: true;
}

/** The lists with a chip at the top of the home, in their order. */
const LISTS = [
  'alarms',
  'openings',
  'lights',
  'shutters',
  'batteries',
  'unreachable'
] as const satisfies readonly HighlightKind[];

/** The texts of the quiet chips. */
const QUIET_TEXTS = {
  openings: 'home.allClosed',
  lights: 'home.noLights',
  shutters: 'room.shutters',
  batteries: 'home.batteriesFine',
  unreachable: 'home.allResponding'
} as const satisfies Partial<Record<HighlightKind, PlainKey>>;

/**
 * Returns the chips at the top of the home: one for each kind of device that the home has, also if nothing of it stands
 * out. Alarms have a chip only if there is one. Reactive (language).
 */
export function statusChipsOf({ highlights, has, unknownOpenings }: HomeStatus): readonly StatusChip[] {
  const chips = chipsOf(highlights, LISTS);
  return LISTS.flatMap((list): readonly StatusChip[] => {
    const chip = chips.find((each) => each.list === list);
    if (chip) return [chip];
    // A door in alarm has only the chip of its alarm.
    if (list === 'alarms' || highlights[list].length > 0 || !has(list)) return [];
    const quiet = { list, tone: 'neutral', isQuiet: true } as const;
    if (list === 'openings' && unknownOpenings > 0)
      return [{ ...quiet, label: t('home.noneOpen', { count: unknownOpenings }) }];
    return [{ ...quiet, label: t(QUIET_TEXTS[list]), ...(list !== 'shutters' && { icon: mdiCheck }) }];
  });
}
