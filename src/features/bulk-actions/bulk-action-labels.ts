import type { Device, NodeFault } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { percentOf } from '#shared/interfaces/level';
import { isModelOf } from '#shared/model';
import { faultAgainst } from '#shared/node-faults';
import { readNumber } from '#shared/read';
import type { SceneCommand } from '#shared/scenes';
import type { Confirmation } from '$features/view-models/bulk-actions.svelte';
import { fullNameOf, nameOfId } from '$features/view-models/full-name';
import { errorMessage } from '$lib/i18n/error-message';
import { t } from '$lib/i18n/i18n.svelte';
import { facts, listOf } from '$lib/i18n/list';
import { percent } from '$lib/i18n/number';
import { commandLabel } from '$lib/kinds/command-labels';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { BulkAction } from './bulk-action.svelte';
import { isUnsuccessful, type Outcome } from './outcome';
import { LEAVING, type BulkActionPlan } from './plan';

/** The codes of bulk actions that are named by their place. */
const CODES = ['lights-off', 'lights-on', 'shutters-open', 'shutters-close', 'shutters-stop'] as const;

/** The code of a batch, which may be any word. Lights that are back on are on. */
const codeOf = (what: string) => CODES.find((code) => code === (what === 'lights-back' ? 'lights-on' : what));

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

/** What words need of a home. */
type Named = Pick<OpenHome, 'state' | 'layout' | 'scenes'>;

/** What a bulk action is named by. */
type Described = Pick<BulkAction, 'what' | 'scope' | 'name' | 'scene' | 'devices'> & {
  readonly undone?: BulkAction['undone'];
  readonly entries: readonly { readonly call: CommandCall; readonly device: number }[];
};

/** Names what a bulk action is about: its place, its scene, the name that came with it, or its devices. Reactive (language, home). */
export function bulkActionSubject(home: Named, action: Described): string {
  const { what, scope, name, scene, devices, undone } = action;
  if (codeOf(what) ?? what === 'lights-dim') return placeOf(home, scope);
  if (what === 'undo') return undone ? bulkActionSubject(home, describedOf(undone)) : t('app.undo');
  if (what === LEAVING) return t('home.leaving');
  if (scene !== undefined)
    return home.scenes.value.find(({ id }) => id === scene)?.name ?? t('happened.scene');
  const names = devices.map(({ device }) => nameOfId(device, home));
  const [first = t('bulkAction.someDevices'), ...others] = names;
  if (name !== undefined || names.length <= MAX_NAMED) return name ?? [first, ...others].join(', ');
  return `${first} ${t('app.more', { count: others.length })}`;
}

/** A batch as far as it names itself. */
const describedOf = ({ what, scope, scene, name }: NonNullable<Described['undone']>): Described => ({
  what: what ?? '',
  scope: scope ?? null,
  scene,
  name,
  devices: [],
  entries: []
});

/**
 * Names a bulk action: "Living room: lights off", a scene by its name, and one of an unknown code by its devices and what they
 * all were to do: "Floor lamp, Ceiling lights: Off". Reactive (language, home).
 */
export function bulkActionTitle(home: Named, action: Described): string {
  const { what, name, scene, devices, entries, undone } = action;
  const subject = bulkActionSubject(home, action);
  if (what === 'undo') return undone ? t('bulkAction.undone', { name: subject }) : t('scene.undone');
  const code = codeOf(what);
  if (what === 'lights-back') return t('place.lights-back', { place: subject });
  if (code) return t(`place.${code}`, { place: subject });
  if (what === 'lights-dim') {
    const levels = entries.map(({ call }) => readNumber(call.params['level']) ?? 0);
    return t('place.lights-dim', { place: subject, value: percent(percentOf(Math.max(0, ...levels))) });
  }
  const states = new Set(entries.map(({ call, device }) => commandLabel(call, home.state.device(device))));
  const isAlike = states.size === 1 || devices.length === 1;
  const hasName = what === LEAVING || (scene ?? name) !== undefined;
  if (hasName || !isAlike) return subject;
  return t('happened.state', { name: subject, state: [...states].join(', ') });
}

/**
 * Returns what a bulk action has done and where: "Living room: 3 lights off". Its title until every device has done that.
 * Reactive (language, home).
 */
export function bulkActionHeading(home: Named, action: Described & Pick<BulkAction, 'wasSet'>): string {
  const { what, scope, devices, wasSet } = action;
  const { done, total } = countOf(devices);
  const title = bulkActionTitle(home, action);
  if (total === 0 || done < total) return title;
  if (wasSet) return t('scene.already', { name: title });
  const code = codeOf(what);
  return code ? t(`bulkAction.done.${code}`, { place: placeOf(home, scope), count: done }) : title;
}

/** The greatest number of devices that a question or a title names. */
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
  const move = kind === 'shutters-open' ? kind : 'shutters-close';
  const title = scope === 'home' ? t(`bulkAction.askInHome.${move}`) : t(`bulkAction.askInRoom.${move}`);
  return {
    title: floor === undefined ? title : t(`bulkAction.askOnFloor.${move}`, { floor }),
    text: movesText(
      home,
      steps.map(({ device }) => device)
    ),
    confirm: t(`room.${move}`)
  };
}

/** Returns how many devices have done it: "5 of 7 off · 1 when it wakes". Reactive (language). */
export function bulkActionPart({ what, devices }: Pick<BulkAction, 'what' | 'devices'>): string {
  const code = what === 'undo' ? what : (codeOf(what) ?? 'other');
  const { done, total, asleep } = countOf(devices);
  return facts(
    total > 0 && t(`bulkAction.part.${code}`, { done, total }),
    asleep > 0 && t('bulkAction.asleep', { count: asleep })
  );
}

/** The one count of a report: how many devices have done it, of how many that do not sleep, and how many do when they wake up. */
function countOf(devices: BulkAction['devices']) {
  const count = (state: Outcome['state']) => devices.filter(({ outcome }) => outcome.state === state).length;
  const asleep = count('asleep');
  return { done: count('confirmed'), total: devices.length - asleep, asleep };
}

/**
 * Returns the progress in one line: "5 of 7 off", with "1 when it wakes" for a device that sleeps, and at the end of one that partly failed
 * "1 of 5 off. 4 didn’t reply."
 * Reactive (language).
 */
export function bulkActionProgress(
  action: Pick<BulkAction, 'what' | 'devices' | 'isSending' | 'isUnderWay' | 'refusal'>
): string {
  const { devices, refusal } = action;
  const total = devices.length;
  if (total === 0) return refusal ? errorMessage(refusal) : t('value.sending');
  if (action.isSending) {
    const waiting = devices.filter(({ outcome }) => outcome.state === 'waiting').length;
    return t('bulkAction.sending', { done: total - waiting, total });
  }
  const lacking = action.isUnderWay ? '' : lackingText(devices);
  return lacking ? `${bulkActionPart(action)}. ${lacking}` : bulkActionPart(action);
}

/**
 * Why a scene leaves out a device now: it only shows its state, or does not take the command for a fault; undefined if it doesn't. Reactive
 * (home).
 */
export function whyLeftOut(
  home: Pick<OpenHome, 'state'>,
  { device: id, model, ...call }: SceneCommand
): 'show' | NodeFault | undefined {
  const device = home.state.device(id);
  if (!device || !isModelOf(model, home.state.reportedDevice(id))) return undefined;
  return device.touch === 'show' ? device.touch : faultAgainst(device, call);
}

/** Returns which devices a scene left out, and why if they have a fault; undefined for none. Reactive (home, language). */
export function leftOutText(
  home: Pick<OpenHome, 'state' | 'layout' | 'scenes'>,
  { scene }: Pick<BulkAction, 'scene'>
): string | undefined {
  const { commands = [] } = home.scenes.value.find(({ id }) => id === scene) ?? {};
  const names = commands.flatMap((command) => {
    const why = whyLeftOut(home, command);
    const name = nameOfId(command.device, home);
    if (why === undefined) return [];
    return [why === 'show' ? name : t(`scene.leftOutWhy.${why}`, { name })];
  });
  return names.length > 0 ? t('scene.leftOut', { names: listOf([...new Set(names)]) }) : undefined;
}

/** Returns how many devices did not succeed, a sentence for each cause: "4 didn’t reply." Empty for none. Reactive (language). */
export function lackingText(devices: BulkAction['devices']): string {
  const causes = devices.flatMap(({ outcome }) => (isUnsuccessful(outcome) ? [causeOf(outcome)] : []));
  return CAUSES.flatMap((cause) => {
    const count = causes.filter((each) => each === cause).length;
    return count > 0 ? [t(cause, { count })] : [];
  }).join(' ');
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
  if (outcome.state === 'failed') return errorMessage(outcome.failure);
  if (outcome.state === 'dropped') return t('error.not-sent');
  return outcome.state === 'unconfirmed' || outcome.state === 'superseded' ? t(`error.${outcome.state}`) : '';
}
