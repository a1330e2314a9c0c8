import type { App } from '$lib/state/app.svelte';
import type { CommandBatch } from '#shared/commands/command-entry';
import { isEntrance } from '#shared/entrance';
import type { Device } from '#shared/home';
import { isDone } from './outcome';

const entriesOf = ({ commandFeed }: Pick<App, 'commandFeed'>, batch: string) =>
  [...commandFeed.known.entries.values()].filter((entry) => entry.batch === batch);

/** Returns the entrances that Undo of a batch may move. Reactive (home, layout, commands). */
export function entrancesOfBatch(app: Pick<App, 'commandFeed' | 'home'>, batch: string): readonly Device[] {
  const { undo } = app.commandFeed.known.batches.get(batch) ?? {};
  const ids = undo?.devices ?? entriesOf(app, batch).map(({ device }) => device);
  return [...new Set(ids)].flatMap((id) => app.home.device(id) ?? []).filter(isEntrance);
}

/**
 * Returns how many devices of a batch Undo would bring back now. The proxy's number is as of its last message about the
 * batch; since then a device may have been used. Reactive (home, commands).
 */
export function countUndoable(
  app: Pick<App, 'commandFeed' | 'home'>,
  { id, undo }: Pick<CommandBatch, 'id' | 'undo'>
): number {
  if (!undo) return 0;
  const entries = entriesOf(app, id);
  // The proxy names commands that ended long ago to no new connection.
  if (entries.length < undo.count) return undo.count;
  const unused = entries.filter((entry) => {
    const device = app.home.reportedDevice(entry.device);
    const isSettled = entry.state === 'confirmed' || entry.state === 'unconfirmed';
    return device && (!isSettled || isDone(entry, device));
  });
  return Math.min(undo.count, unused.length);
}
