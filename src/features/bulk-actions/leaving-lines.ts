import { mdiLockOpenVariantOutline, mdiMinus, mdiThermometer } from '@mdi/js';
import type { Device } from '#shared/home';
import type { Tone } from '$lib/components/tone';
import { i18n, t } from '$lib/i18n/i18n.svelte';
import { listOf } from '$lib/i18n/list';
import { chipOf } from '$lib/kinds/chips';
import {
  QUIET,
  quietLine,
  type Counts,
  type QuietLine,
  type QuietWords,
  type Scope
} from '$lib/kinds/house-lines';
import { asKnown } from '$lib/kinds/sight';
import type { Leaving, LeavingDevices, LeavingKind } from './leaving-plan';

/** A row of the page of leaving. */
export interface LeavingRow {
  readonly key: string;
  readonly icon: string;
  readonly tone: Tone;
  readonly text: string;
  /** The devices that it is about; none of the row of what is fine. */
  readonly devices: readonly Device[];
  /** The list that it leads to: `/now/<list>`. */
  readonly list?: Exclude<LeavingKind, 'locks' | 'climate'>;
}

/** What is said of a kind of which nothing stands out. Beside other kinds "All closed" would not say of what. */
const WORDS: Readonly<Record<LeavingKind, QuietWords>> = {
  ...QUIET,
  openings: { calm: 'leaving.closed', unsure: QUIET.openings.unsure },
  locks: {
    calm: 'leaving.noneUnlocked',
    unsure: ({ total, unknown }) => t('leaving.unknownLocks', { count: total, unknown })
  },
  switches: {
    calm: 'leaving.noSwitches',
    unsure: ({ total, unknown }) => t('leaving.unknownSwitches', { count: total, unknown })
  },
  climate: {
    calm: 'leaving.noneWarm',
    unsure: ({ total, unknown }) => t('leaving.unknownClimate', { count: total, unknown })
  }
};

const countsOf = ({ total, unknown }: LeavingDevices): Counts => ({ total, unknown: unknown.length });
const quietOf = (of: LeavingDevices) => ({ ...WORDS[of.kind], ...countsOf(of) });

/**
 * Returns the rows of the page of leaving: what is not known comes first, then what stands out, and all that is fine is one line.
 * Reactive (language).
 */
export function leavingRows({ kinds }: Leaving, scope: Scope): readonly LeavingRow[] {
  const unsure = kinds.flatMap((of): readonly LeavingRow[] => {
    if (of.unknown.length === 0) return [];
    const { label, icon = mdiMinus } = quietLine([quietOf(of)], scope);
    const key = `unknown-${of.kind}`;
    return [{ key, icon, tone: 'neutral', text: label, devices: of.unknown, ...listedBy(of) }];
  });
  const standing = kinds.flatMap((of): readonly LeavingRow[] => {
    if (of.standing.length === 0) return [];
    const { icon, tone, label } = standingOf(of);
    const { sight } = scope;
    return [
      {
        key: of.kind,
        icon,
        tone: sight.kind === 'live' ? tone : 'neutral',
        text: asKnown(label, sight),
        devices: of.standing,
        ...listedBy(of)
      }
    ];
  });
  const fine = kinds.filter((of) => of.standing.length === 0 && of.unknown.length === 0);
  if (fine.length === 0) return [...unsure, ...standing];
  const { label, icon = mdiMinus } = quietLine(fine.map(quietOf), scope);
  return [...unsure, ...standing, { key: 'fine', icon, tone: 'neutral', text: label, devices: [] }];
}

const listedBy = ({ kind }: LeavingDevices): Pick<LeavingRow, 'list'> =>
  kind === 'locks' || kind === 'climate' ? {} : { list: kind };

function standingOf({
  kind,
  standing
}: LeavingDevices): Pick<LeavingRow, 'icon' | 'tone'> & { label: string } {
  const count = standing.length;
  if (kind === 'locks')
    return { icon: mdiLockOpenVariantOutline, tone: 'on', label: t('leaving.unlocked', { count }) };
  if (kind === 'climate')
    return { icon: mdiThermometer, tone: 'heating', label: t('leaving.warm', { count }) };
  return chipOf(kind, standing);
}

/** Returns what is said of the home while there is nothing to put right. Reactive (language). */
export function leavingStatus({ kinds }: Leaving, scope: Scope): Pick<QuietLine, 'label' | 'icon'> {
  if (kinds.some(({ standing }) => standing.length > 0)) return { label: t('leaving.rest') };
  const words = {
    calm: 'leaving.calm',
    past: 'leaving.wasCalm',
    unsure: () => t('leaving.nothingKnown')
  } as const satisfies QuietWords;
  const unknown = kinds.reduce((sum, of) => sum + of.unknown.length, 0);
  const total = kinds.reduce((sum, of) => sum + of.total, 0);
  return quietLine([{ ...words, total, unknown }], scope);
}

/** Returns what the button does: "Turn off 3 lights, close 2 shutters, heating down"; empty for nothing. Reactive (language). */
export function leavingLabel({ kinds }: Leaving): string {
  const countOf = (wanted: LeavingKind) => kinds.find(({ kind }) => kind === wanted)?.steps.length ?? 0;
  const lights = countOf('lights');
  const switches = countOf('switches');
  const shutters = countOf('shutters');
  const off = [
    ...(lights > 0 ? [t('leaving.lights', { count: lights })] : []),
    ...(switches > 0 ? [t('leaving.switches', { count: switches })] : [])
  ];
  const parts = [
    ...(off.length > 0 ? [t('leaving.off', { what: listOf(off) })] : []),
    ...(shutters > 0 ? [t('leaving.shutters', { count: shutters })] : []),
    ...(countOf('climate') > 0 ? [t('leaving.climate')] : [])
  ];
  const [first = '', ...others] = parts;
  return [first, ...others.map((part) => part.charAt(0).toLocaleLowerCase(i18n.locale) + part.slice(1))].join(
    ', '
  );
}
