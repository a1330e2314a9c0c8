import { t } from '$lib/i18n/i18n.svelte';
import { errorMessage } from '$lib/i18n/error-message';
import { listOf } from '$lib/i18n/list';
import { isUnsuccessful, type Outcome } from './outcome';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { fullNameOf } from '$features/device/full-name';
import type { Device } from '#shared/home';
import { isModelOf } from '#shared/model';
import type { BulkActionScope, BulkActionPlan } from './plan';
import type { BulkAction } from './bulk-action.svelte';
import type { Confirmation } from './bulk-actions.svelte';

/** The titles by code, with the name of the place. */
const TITLES: Readonly<Record<string, PlaceKey>> = {
  'lights-off': 'place.lightsOff',
  'lights-back': 'place.lightsBack',
  'shutters-open': 'place.openShutters',
  'shutters-close': 'place.closeShutters',
  'shutters-stop': 'place.stopShutters'
};

/** What is true once every device has reported the effect. No device reports that it was stopped. */
const RESULTS: Readonly<Record<string, ResultKey>> = {
  'lights-off': 'bulkAction.lightsAreOff',
  'lights-back': 'bulkAction.lightsAreOn',
  'shutters-open': 'bulkAction.shuttersAreOpen',
  'shutters-close': 'bulkAction.shuttersAreClosed'
};

/** How many devices have done it, where some have not. */
const PARTS: Readonly<Record<string, PartKey>> = {
  'lights-off': 'bulkAction.partlyOff',
  'lights-back': 'bulkAction.partlyOn',
  'shutters-open': 'bulkAction.partlyOpen',
  'shutters-close': 'bulkAction.partlyClosed'
};

/** The entry of a code, which may be any word. */
const wordOf = <Key>(words: Readonly<Record<string, Key>>, what: string): Key | undefined =>
  Object.hasOwn(words, what) ? words[what] : undefined;

type PartKey =
  | 'bulkAction.partly'
  | 'bulkAction.partlyOff'
  | 'bulkAction.partlyOn'
  | 'bulkAction.partlyOpen'
  | 'bulkAction.partlyClosed';

/** A message whose only parameter is the name of a place. */
type PlaceKey =
  | 'place.lightsOff'
  | 'place.lightsBack'
  | 'place.openShutters'
  | 'place.closeShutters'
  | 'place.stopShutters';

/** A message with the name of a place and a number of devices. */
type ResultKey =
  | 'bulkAction.lightsAreOff'
  | 'bulkAction.lightsAreOn'
  | 'bulkAction.shuttersAreOpen'
  | 'bulkAction.shuttersAreClosed';

const SHUTTER_QUESTIONS = {
  room: { open: 'bulkAction.openInRoom', close: 'bulkAction.closeInRoom' },
  home: { open: 'bulkAction.openInHome', close: 'bulkAction.closeInHome' }
} as const;

/**
 * Returns the name of a scope's floor; undefined if the scope is no floor, or if the floor has no name here. Reactive
 * (home).
 */
export function floorNameOf(
  { state: home }: Pick<OpenHome, 'state'>,
  scope: string | null
): string | undefined {
  return home.sections.find(({ section }) => section !== null && scope === `floor:${section.id}`)?.section
    ?.name;
}

/** The name of a scope: of its room or floor, or "Whole home". Reactive (language, home). */
function placeOf(home: Pick<OpenHome, 'state'>, scope: string | null): string {
  if (scope === 'home') return t('now.wholeHome');
  const room = scope?.startsWith('room:') ? home.state.room(Number(scope.slice('room:'.length))) : undefined;
  return room?.name ?? floorNameOf(home, scope) ?? t('bulkAction.someDevices');
}

/**
 * Returns the title of a bulk action. A code of a newer version has the name that came with it, or a number of commands.
 * Reactive (language, home).
 */
export function bulkActionTitle(
  home: Pick<OpenHome, 'state' | 'scenes'>,
  { what, scope, name, entries, scene }: Pick<BulkAction, 'what' | 'scope' | 'name' | 'entries' | 'scene'>
): string {
  if (what === 'undo') return t('scene.undone');
  const run = home.scenes.value.find(({ id }) => id === scene);
  if (run) return run.name;
  const title = wordOf(TITLES, what);
  return title
    ? t(title, { place: placeOf(home, scope) })
    : (name ?? t('bulkAction.several', { count: entries.length }));
}

/**
 * Returns what a bulk action has done and where: "Living room: 3 lights off". Its title until every device has reported
 * that. Reactive (language, home).
 */
export function bulkActionHeading(
  home: Pick<OpenHome, 'state' | 'scenes'>,
  action: Pick<BulkAction, 'what' | 'scope' | 'name' | 'entries' | 'scene' | 'wasSet'>
): string {
  if (action.wasSet) return t('scene.already', { name: bulkActionTitle(home, action) });
  const { what, scope, entries } = action;
  const result = wordOf(RESULTS, what);
  const isDone = entries.length > 0 && entries.every(({ outcome }) => outcome.state === 'confirmed');
  return result && isDone
    ? t(result, { place: placeOf(home, scope), count: entries.length })
    : bulkActionTitle(home, action);
}

/** The greatest number of devices that a question names. */
export const MAX_NAMED = 3;

/** Returns what moves: the names of a few devices, else their number. Reactive (language, home). */
export const movesText = (home: Pick<OpenHome, 'state' | 'layout'>, devices: readonly Device[]): string =>
  devices.length <= MAX_NAMED
    ? t('bulkAction.moves', { names: listOf(devices.map((device) => fullNameOf(device, home))) })
    : t('bulkAction.shuttersCount', { count: devices.length });

/** Returns the texts of the confirmation dialog. Reactive (language, home). */
export function confirmationOf(
  home: Pick<OpenHome, 'state' | 'layout'>,
  { kind, scope, steps }: BulkActionPlan
): Confirmation {
  const count = steps.length;
  const floor = floorNameOf(home, scope);
  if (kind === 'lights-off')
    return {
      title: t('bulkAction.lightsOffAsk'),
      text: t('bulkAction.lightsOffCount', { count }),
      confirm: t('bulkAction.turnOff')
    };
  return {
    title: shutterQuestion(kind === 'shutters-open' ? 'open' : 'close', scope, floor),
    text: movesText(
      home,
      steps.map(({ device }) => device)
    ),
    confirm: t(kind === 'shutters-open' ? 'room.openShutters' : 'room.closeShutters')
  };
}

function shutterQuestion(direction: 'open' | 'close', scope: BulkActionScope, floor?: string): string {
  if (floor !== undefined)
    return t(direction === 'open' ? 'bulkAction.openOnFloor' : 'bulkAction.closeOnFloor', { floor });
  return t(SHUTTER_QUESTIONS[scope === 'home' ? 'home' : 'room'][direction]);
}

/**
 * Returns the progress in one line: "9 of 10 done", where a device that reports its target counts before the proxy
 * confirms it, and at the end of one that partly failed "1 of 5 off. 4 didn’t reply." Reactive (language).
 */
export function bulkActionProgress({
  what,
  entries,
  isSending,
  isUnderWay,
  refusal
}: Pick<BulkAction, 'what' | 'entries' | 'isSending' | 'isUnderWay' | 'refusal'>): string {
  const total = entries.length;
  if (total === 0) return refusal ? errorMessage(refusal) : t('value.sending');
  if (isSending) {
    const waiting = entries.filter(({ outcome }) => outcome.state === 'waiting').length;
    return t('bulkAction.sending', { done: total - waiting, total });
  }
  const done = entries.filter(({ progress }) => progress === 1).length;
  if (!isUnderWay && done < total)
    return [t(wordOf(PARTS, what) ?? 'bulkAction.partly', { done, total }), ...lackingIn(entries)].join(' ');
  return t(what === 'shutters-stop' ? 'bulkAction.accepted' : 'bulkAction.confirmed', { done, total });
}

/** Returns which devices a scene left out, since they only show their state; undefined for none. Reactive (home, language). */
export function leftOutText(
  home: Pick<OpenHome, 'state' | 'layout' | 'scenes'>,
  { scene }: Pick<BulkAction, 'scene'>
): string | undefined {
  const { commands = [] } = home.scenes.value.find(({ id }) => id === scene) ?? {};
  const names = commands.flatMap(({ device: id, model }) => {
    const device = home.state.device(id);
    const isLeftOut = device?.touch === 'show' && isModelOf(model, home.state.reportedDevice(id));
    return isLeftOut ? [fullNameOf(device, home)] : [];
  });
  return names.length > 0 ? t('scene.leftOut', { names: listOf([...new Set(names)]) }) : undefined;
}

/** How many commands did not succeed, a sentence for each cause. */
function lackingIn(entries: BulkAction['entries']): readonly string[] {
  const causes = entries.flatMap(({ outcome }) => (isUnsuccessful(outcome) ? [causeOf(outcome)] : []));
  return CAUSES.flatMap((cause) => {
    const count = causes.filter((each) => each === cause).length;
    return count > 0 ? [t(cause, { count })] : [];
  });
}

/** The causes in the order in which they are told. */
const CAUSES = [
  'bulkAction.silent',
  'bulkAction.failed',
  'bulkAction.notSent',
  'bulkAction.replaced'
] as const;

function causeOf(outcome: Outcome): (typeof CAUSES)[number] {
  if (outcome.state === 'unconfirmed') return 'bulkAction.silent';
  if (outcome.state === 'superseded') return 'bulkAction.replaced';
  return outcome.state === 'failed' && outcome.failure.code !== 'not-sent'
    ? 'bulkAction.failed'
    : 'bulkAction.notSent';
}

/** Returns why a device's command did not succeed. Reactive (language). */
export function reasonOf(outcome: Outcome): string {
  switch (outcome.state) {
    case 'failed':
      return errorMessage(outcome.failure);
    case 'unconfirmed':
      return t('error.unconfirmed');
    case 'superseded':
      return t('error.superseded');
    case 'dropped':
      return t('error.not-sent');
    default:
      return '';
  }
}
