import type { Key, PlainKey } from '$lib/i18n/keys';
import { t } from '$lib/i18n/i18n.svelte';
import { errorMessage } from '$lib/i18n/error-message';
import type { Outcome } from './outcome';
import type { App } from '$lib/state/app.svelte';
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

/** The titles for a floor, with its name. "Lights restored" needs none. */
const FLOOR_TITLES = {
  'lights-off': 'floor.lightsOff',
  'shutters-open': 'floor.openShutters',
  'shutters-close': 'floor.closeShutters',
  'shutters-stop': 'floor.stopShutters'
} as const satisfies Partial<Record<BulkActionKind, Key>>;

const SHUTTER_QUESTIONS = {
  room: { open: 'bulkAction.openInRoom', close: 'bulkAction.closeInRoom' },
  home: { open: 'bulkAction.openInHome', close: 'bulkAction.closeInHome' }
} as const;

/**
 * Returns the name of a scope's floor; undefined if the scope is no floor, or if the floor has no name here. Reactive
 * (home).
 */
export function floorNameOf({ home }: Pick<App, 'home'>, scope: BulkActionScope): string | undefined {
  if (scope?.type !== 'section') return undefined;
  return home.sections.find(({ section }) => section?.id === scope.id)?.section?.name;
}

/**
 * Returns the title of a bulk action. Reactive (language).
 * @param floor the name of its floor
 */
export function bulkActionTitle({ kind }: Pick<BulkActionPlan, 'kind'>, floor?: string): string {
  return floor === undefined || kind === 'lights-back' ? t(TITLES[kind]) : t(FLOOR_TITLES[kind], { floor });
}

/**
 * Returns the texts of the confirmation dialog. Reactive (language).
 * @param floor the name of its floor
 */
export function confirmationOf({ kind, scope, steps }: BulkActionPlan, floor?: string): Confirmation {
  const count = steps.length;
  if (kind === 'lights-off')
    return {
      title: t('bulkAction.lightsOffAsk'),
      text: t('bulkAction.lightsOffCount', { count }),
      confirm: t('bulkAction.turnOff')
    };
  return {
    title: shutterQuestion(kind === 'shutters-open' ? 'open' : 'close', scope, floor),
    text: t('bulkAction.shuttersCount', { count }),
    confirm: t(TITLES[kind])
  };
}

function shutterQuestion(direction: 'open' | 'close', scope: BulkActionScope, floor?: string): string {
  if (floor !== undefined)
    return t(direction === 'open' ? 'bulkAction.openOnFloor' : 'bulkAction.closeOnFloor', { floor });
  return t(SHUTTER_QUESTIONS[scope?.type === 'home' ? 'home' : 'room'][direction]);
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
