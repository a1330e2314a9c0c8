import { mdiHelp, mdiLockOpenVariantOutline, mdiMinus, mdiThermometer } from '@mdi/js';
import type { Device } from '#shared/home';
import type { Tone } from '$lib/components/tone';
import { t } from '$lib/i18n/i18n.svelte';
import { facts, listOf } from '$lib/i18n/list';
import { withinSentence } from '$lib/i18n/within-sentence';
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

/** A row of the page of leaving: a kind of devices. */
export interface LeavingRow {
  readonly kind: LeavingKind;
  readonly icon: string;
  readonly tone: Tone;
  readonly text: string;
  /** Those that are not known, then those that stand out; none if all is fine. */
  readonly devices: readonly Device[];
  /** The list that it leads to: `/now/<list>`. */
  readonly list?: Exclude<LeavingKind, 'locks' | 'climate'>;
}

/** The rows of the page of leaving, and one line for all that is fine. */
interface LeavingRows {
  readonly rows: readonly LeavingRow[];
  readonly fine?: QuietLine;
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
 * Returns the rows of the page of leaving: kinds of which some are not known come first, then what stands out, and all that is fine is one line
 * at the end. Reactive (language).
 * @param kept the kinds that have a row already: each keeps its place, whatever becomes of it
 */
export function leavingRows(
  { kinds }: Leaving,
  scope: Scope,
  kept: readonly LeavingKind[] = []
): LeavingRows {
  const there = kept.flatMap((kind) => kinds.find((of) => of.kind === kind) ?? []);
  const others = kinds.filter((of) => !there.includes(of));
  const unsure = others.filter((of) => of.unknown.length > 0);
  const standing = others.filter((of) => of.unknown.length === 0 && of.standing.length > 0);
  const own = [...there, ...unsure, ...standing];
  const fine = kinds.filter((of) => !own.includes(of)).map(quietOf);
  return {
    rows: own.map((of) => rowOf(of, scope)),
    ...(fine.length > 0 && { fine: quietLine(fine, scope) })
  };
}

function rowOf(of: LeavingDevices, scope: Scope): LeavingRow {
  const { kind, unknown, standing } = of;
  const { sight } = scope;
  const list = kind === 'locks' || kind === 'climate' ? undefined : kind;
  const about = { kind, devices: [...unknown, ...standing], ...(list && { list }) };
  if (standing.length === 0) {
    const { label: text, icon = mdiMinus } = quietLine([quietOf(of)], scope);
    return { ...about, icon, tone: 'neutral', text };
  }
  const { icon, tone, label } = standingOf(of);
  if (unknown.length > 0) {
    const text = asKnown(facts(t('home.unknown', { count: unknown.length }), label), sight);
    return { ...about, icon: mdiHelp, tone: 'neutral', text };
  }
  return { ...about, icon, tone: sight.kind === 'live' ? tone : 'neutral', text: asKnown(label, sight) };
}

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
  return [first, ...others.map(withinSentence)].join(', ');
}
