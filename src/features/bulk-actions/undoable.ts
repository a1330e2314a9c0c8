import type { App } from '$lib/state/app.svelte';
import type { CommandBatch } from '#shared/commands/command-entry';
import { isDone } from './outcome';

/**
 * Returns how many devices of a batch Undo would bring back now. The proxy's number is as of its last message about the
 * batch; since then a device may have been used. Reactive (home, commands).
 */
export function countUndoable(
  { commandFeed, home }: Pick<App, 'commandFeed' | 'home'>,
  { id, undo }: Pick<CommandBatch, 'id' | 'undo'>
): number {
  if (!undo) return 0;
  const entries = [...commandFeed.known.entries.values()].filter(({ batch }) => batch === id);
  // The proxy names commands that ended long ago to no new connection.
  if (entries.length < undo.count) return undo.count;
  const unused = entries.filter((entry) => {
    const device = home.reportedDevice(entry.device);
    const isSettled = entry.state === 'confirmed' || entry.state === 'unconfirmed';
    return device && (!isSettled || isDone(entry, device));
  });
  return Math.min(undo.count, unused.length);
}
