import { STOP_METHODS } from '#shared/commands/command-entry';
import { isEntrance } from '#shared/entrance';
import { opens } from '#shared/entrance-calls';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { hasControl } from '#shared/kinds';
import { BulkActions, type Confirmation } from '$features/view-models/bulk-actions.svelte';
import { fullNameOf } from '$features/view-models/full-name';
import { actionOf, type TimedAction } from '$features/view-models/timer-choice';
import { t } from '$lib/i18n/i18n.svelte';
import { listOf } from '$lib/i18n/list';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** A call for a device, by its id. */
interface EntranceCall {
  readonly device: number;
  readonly call: CommandCall;
}

/** The entrances among the devices of calls, as the household has them, that these calls may open. */
const entrancesIn = (
  { state: home }: Pick<OpenHome, 'state'>,
  calls: readonly EntranceCall[]
): readonly Device[] =>
  calls.flatMap(({ device: id, call }) => {
    const device = home.device(id);
    return device && isEntrance(device) && opens(call) ? [device] : [];
  });

/** Runs an action that a person chose, and asks before if it may open entrances. `words`: of the question. */
export function askToOpen(
  home: OpenHome,
  entrances: readonly Device[],
  run: () => void,
  words: () => Confirmation = () => ({
    title: t('entrance.ask', { name: listOf(entrances.map((device) => fullNameOf(device, home))) }),
    text: t('entrance.askHint'),
    confirm: t('entrance.open')
  })
): void {
  if (entrances.length === 0) run();
  else home.service(BulkActions).question = { words, run };
}

/** A call to a device that asks first. */
interface AskingCall {
  readonly device: Device;
  readonly call: CommandCall;
}

/**
 * Runs an action that a person chose. It asks before, once, if it may open entrances, or sends a command to devices that ask
 * first.
 */
export function askFirst(home: OpenHome, calls: readonly EntranceCall[], run: () => void): void {
  const entrances = entrancesIn(home, calls);
  const asking = calls.flatMap(({ device: id, call }) => {
    const device = home.state.device(id);
    return device?.touch === 'ask' && !STOP_METHODS.includes(call.method) ? [{ device, call }] : [];
  });
  if (entrances.length > 0 || asking.length === 0) askToOpen(home, entrances, run);
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
