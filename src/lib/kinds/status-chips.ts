import { mdiCheck } from '@mdi/js';
import { t } from '$lib/i18n/i18n.svelte';
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
  readonly isQuiet: boolean;
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

/**
 * Returns the chips at the top of the home: one for each kind of device that the home has, also if nothing of it stands
 * out. Alarms have a chip only if there is one. Reactive (language).
 */
export function statusChipsOf(status: HomeStatus): readonly StatusChip[] {
  const { highlights, has } = status;
  const chips = chipsOf(highlights, LISTS);
  return LISTS.flatMap((list): StatusChip[] => {
    const chip = chips.find((each) => each.list === list);
    if (chip) return [{ ...chip, isQuiet: false }];
    // A door in alarm has only the chip of its alarm.
    if (list === 'alarms' || highlights[list].length > 0 || !has(list)) return [];
    return [{ list, tone: 'neutral', isQuiet: true, ...quietText(list, status) }];
  });
}

function quietText(
  list: Exclude<(typeof LISTS)[number], 'alarms'>,
  { unknownOpenings }: HomeStatus
): Pick<StatusChip, 'label' | 'icon'> {
  switch (list) {
    case 'openings':
      return unknownOpenings > 0
        ? { label: t('home.noneOpen', { count: unknownOpenings }) }
        : { label: t('home.allClosed'), icon: mdiCheck };
    case 'lights':
      return { label: t('home.noLights'), icon: mdiCheck };
    case 'shutters':
      return { label: t('room.shutters') };
    case 'batteries':
      return { label: t('home.batteriesFine'), icon: mdiCheck };
    case 'unreachable':
      return { label: t('home.allResponding'), icon: mdiCheck };
  }
}
