import type { HomeState } from '../home/home.svelte';
import type { ListedCommands } from './shown-command-events';

/** What a list says of one device. */
export const listOf = (
  home: HomeState,
  device: number,
  { entries, ended, sentTo }: Omit<ListedCommands, 'params'>
): ListedCommands => ({
  entries: entries.filter((entry) => entry.device === device),
  ended,
  sentTo,
  params: home.reportedDevice(device)?.params ?? {}
});
