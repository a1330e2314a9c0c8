import type { OpenHome } from '$lib/state/open-home.svelte';
import type { CommandBatch } from '#shared/commands/command-entry';
import { isEntrance } from '#shared/entrance';
import type { Device } from '#shared/home';
import { isDone } from './outcome';

const entriesOf = ({ commandFeed }: Pick<OpenHome, 'commandFeed'>, batch: string) =>
  [...commandFeed.known.entries.values()].filter((entry) => entry.batch === batch);

/** Returns the entrances that Undo of a batch may move. Reactive (home, layout, commands). */
export function entrancesOfBatch(
  home: Pick<OpenHome, 'commandFeed' | 'state'>,
  batch: string
): readonly Device[] {
  const { undo } = home.commandFeed.known.batches.get(batch) ?? {};
  const ids = undo?.devices ?? entriesOf(home, batch).map(({ device }) => device);
  return [...new Set(ids)].flatMap((id) => home.state.device(id) ?? []).filter(isEntrance);
}

/**
 * Returns how many devices of a batch Undo would bring back now. The proxy's number is as of its last message about the
 * batch; since then a device may have been used. Reactive (home, commands).
 */
export function countUndoable(
  home: Pick<OpenHome, 'commandFeed' | 'state'>,
  { id, undo }: Pick<CommandBatch, 'id' | 'undo'>
): number {
  if (!undo) return 0;
  const entries = entriesOf(home, id);
  // The proxy names commands that ended long ago to no new connection.
  if (entries.length < undo.count) return undo.count;
  const unused = entries.filter((entry) => {
    const device = home.state.reportedDevice(entry.device);
    const isSettled = entry.state === 'confirmed' || entry.state === 'unconfirmed';
    return device && (!isSettled || isDone(entry, device));
  });
  return Math.min(undo.count, unused.length);
}
