import { STOP_METHODS } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { hasControl } from '#shared/kinds';
import { sensitiveKindOf, type SensitiveKind } from '#shared/sensitive';
import { opensOrSounds } from '#shared/sensitive-calls';
import { BulkActions, type Confirmation } from '$features/view-models/bulk-actions.svelte';
import { fullNameOf } from '$features/view-models/full-name';
import { actionOf, type TimedAction } from '$features/view-models/timer-choice';
import { t } from '$lib/i18n/i18n.svelte';
import { listOf } from '$lib/i18n/list';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** A call for a device, by its id. */
interface CallById {
  readonly device: number;
  readonly call: CommandCall;
}

/** The devices of calls that ask by themselves, as the household has them, and that these calls may open or sound. */
const sensitiveIn = (
  { state: home }: Pick<OpenHome, 'state'>,
  calls: readonly CallById[]
): readonly Device[] =>
  calls.flatMap(({ device: id, call }) => {
    const device = home.device(id);
    return device && sensitiveKindOf(device) && opensOrSounds(call) ? [device] : [];
  });

/** The kinds of devices that ask by themselves, each once. */
const kindsOf = (sensitive: readonly Device[]): readonly SensitiveKind[] => [
  ...new Set(sensitive.flatMap((device) => sensitiveKindOf(device) ?? []))
];

/** Returns what to think of before devices that ask by themselves open or sound. Reactive (language). */
export const hintFor = (sensitive: readonly Device[]): string =>
  kindsOf(sensitive)
    .map((kind) => t(`sensitive.hint.${kind}`))
    .join(' ');

function sensitiveWords(home: OpenHome, sensitive: readonly Device[]): Confirmation {
  const name = listOf(sensitive.map((device) => fullNameOf(device, home)));
  const [kind, ...others] = kindsOf(sensitive);
  const isOneKind = kind !== undefined && others.length === 0;
  return {
    title: isOneKind ? t(`sensitive.ask.${kind}`, { name }) : t('touch.ask.other', { name }),
    text: hintFor(sensitive),
    confirm: isOneKind ? t(`sensitive.confirm.${kind}`) : t('timer.now.other')
  };
}

/**
 * Runs an action that a person chose, and asks before if it may open or sound devices that ask by themselves. `words`: of the question.
 */
export function askToAct(
  home: OpenHome,
  sensitive: readonly Device[],
  run: () => void,
  words: () => Confirmation = () => sensitiveWords(home, sensitive)
): void {
  if (sensitive.length === 0) run();
  else home.service(BulkActions).question = { words, run };
}

/** A call to a device that asks first. */
interface AskingCall {
  readonly device: Device;
  readonly call: CommandCall;
}

/**
 * Runs an action that a person chose. It asks before, once, if it may open or sound devices that ask by themselves, or sends a command to
 * devices that ask first.
 */
export function askFirst(home: OpenHome, calls: readonly CallById[], run: () => void): void {
  const sensitive = sensitiveIn(home, calls);
  const asking = calls.flatMap(({ device: id, call }) => {
    const device = home.state.device(id);
    return device?.touch === 'ask' && !STOP_METHODS.includes(call.method) ? [{ device, call }] : [];
  });
  if (sensitive.length > 0 || asking.length === 0) askToAct(home, sensitive, run);
  else home.service(BulkActions).question = { words: () => wordsOf(home, asking), run };
}

function wordsOf(home: OpenHome, asking: readonly AskingCall[]): Confirmation {
  const names = new Set(asking.map(({ device }) => fullNameOf(device, home)));
  const [first = 'other', ...others] = new Set(asking.map(doneBy));
  const action = others.length > 0 ? 'other' : first;
  return {
    title: t(`touch.ask.${action}`, { name: listOf([...names]) }),
    text: t('touch.askHint'),
    confirm: t(`timer.now.${action}`)
  };
}

/** A shutter at level 0 is not off. */
const doneBy = ({ device, call }: AskingCall): TimedAction =>
  call.method === setLevel.method && hasControl(device, 'shutter') ? 'other' : actionOf(call);
