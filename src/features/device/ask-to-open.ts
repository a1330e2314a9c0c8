import { listOf } from '$lib/i18n/list';
import { t } from '$lib/i18n/i18n.svelte';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { BulkActions, type Confirmation } from '$features/bulk-actions/bulk-actions.svelte';
import { fullNameOf } from '$features/device/full-name';
import { isEntrance } from '#shared/entrance';
import { opens } from '#shared/entrance-calls';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';

/** A call for a device, by its id. */
export interface EntranceCall {
  readonly device: number;
  readonly call: CommandCall;
}

/** The entrances among the devices of calls, as the household has them, that these calls may open. */
export const entrancesIn = (
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
