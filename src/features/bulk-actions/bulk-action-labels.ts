import type { PlainKey } from '$lib/i18n/keys';
import { t } from '$lib/i18n/i18n.svelte';
import { errorMessage } from '$lib/i18n/error-message';
import type { Outcome } from './outcome';
import type { BulkActionScope, BulkActionKind, BulkActionPlan } from './plan';
import type { BulkActionEntry } from './bulk-action.svelte';

/** The texts of the confirmation dialog. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the button that starts the bulk action. */
  readonly confirm: string;
}

const TITLES: Readonly<Record<BulkActionKind, PlainKey>> = {
  'lights-off': 'room.allLightsOff',
  'lights-back': 'bulkAction.lightsBack',
  'shutters-open': 'room.openShutters',
  'shutters-close': 'room.closeShutters',
  'shutters-stop': 'room.stopShutters'
};

const SHUTTER_QUESTIONS: Readonly<Record<BulkActionScope, Readonly<Record<'open' | 'close', PlainKey>>>> = {
  room: { open: 'bulkAction.openInRoom', close: 'bulkAction.closeInRoom' },
  home: { open: 'bulkAction.openInHome', close: 'bulkAction.closeInHome' }
};

/** Returns the title of a bulk action. Reactive (language). */
export function bulkActionTitle({ kind }: Pick<BulkActionPlan, 'kind'>): string {
  return t(TITLES[kind]);
}

/** Returns the texts of the confirmation dialog. Reactive (language). */
export function confirmationOf({ kind, scope, steps }: BulkActionPlan): Confirmation {
  const count = steps.length;
  if (kind === 'lights-off')
    return {
      title: t('bulkAction.lightsOffAsk'),
      text: t('bulkAction.lightsOffCount', { count }),
      confirm: t('bulkAction.turnOff')
    };
  const direction = kind === 'shutters-open' ? 'open' : 'close';
  return {
    title: t(SHUTTER_QUESTIONS[scope][direction]),
    text: t('bulkAction.shuttersCount', { count }),
    confirm: t(TITLES[kind])
  };
}

/** Returns the progress in one line: "9 of 10 done". Reactive (language). */
export function bulkActionProgress(
  { kind }: Pick<BulkActionPlan, 'kind'>,
  entries: readonly BulkActionEntry[]
): string {
  const count = (...states: readonly Outcome['state'][]) =>
    entries.filter(({ outcome }) => states.includes(outcome.state)).length;
  const total = entries.length;
  if (count('waiting') > 0) return t('bulkAction.sending', { done: total - count('waiting'), total });
  const counts = { done: count('confirmed'), total };
  return t(kind === 'shutters-stop' ? 'bulkAction.accepted' : 'bulkAction.confirmed', counts);
}

/** Returns why a device's command did not succeed. Reactive (language). */
export function reasonOf(outcome: Outcome): string {
  switch (outcome.state) {
    case 'failed':
      return errorMessage(outcome.failure);
    case 'unconfirmed':
      return t('error.unconfirmed');
    case 'dead':
      return t('error.dead');
    case 'superseded':
      return t('error.superseded');
    case 'gone':
      return t('error.not-found');
    case 'dropped':
      return t('bulkAction.dropped');
    default:
      return '';
  }
}
