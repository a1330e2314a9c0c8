import { LIGHTS_OFF, type CommandBatch, type CommandEntry } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import { sensitiveKindOf } from '#shared/sensitive';
import { isActive } from '$lib/kinds/active';
import { isReached } from '$lib/state/commands/sendable';
import type { OpenHome } from '$lib/state/open-home.svelte';

const entriesOf = ({ commandFeed }: Pick<OpenHome, 'commandFeed'>, batch: string) =>
  [...commandFeed.known.entries.values()].filter((entry) => entry.batch === batch);

/** The ids of the devices of a batch: those that can be undone, once that is known. */
const devicesOf = (undo: CommandBatch['undo'], entries: readonly CommandEntry[]): readonly number[] =>
  undo?.devices ?? [...new Set(entries.map(({ device }) => device))];

/** Returns the devices that ask by themselves and that Undo of a batch may set. Reactive (home, layout, commands). */
export function sensitiveOfBatch(
  home: Pick<OpenHome, 'commandFeed' | 'state'>,
  batch: string
): readonly Device[] {
  const { undo } = home.commandFeed.known.batches.get(batch) ?? {};
  return devicesOf(undo, entriesOf(home, batch))
    .flatMap((id) => home.state.device(id) ?? [])
    .filter((device) => sensitiveKindOf(device) !== undefined);
}

/**
 * Returns the ids of the devices of a batch that Undo would bring back now. The proxy's list is as of its last message about
 * the batch; since then a device may have been used. Reactive (home, commands).
 */
export function undoableDevices(
  home: Pick<OpenHome, 'commandFeed' | 'state'>,
  { id, what, undo }: Pick<CommandBatch, 'id' | 'what' | 'undo'>
): readonly number[] {
  if (!undo) return [];
  const entries = entriesOf(home, id);
  return devicesOf(undo, entries).filter((number) => {
    const device = home.state.reportedDevice(number);
    if (!device) return false;
    const own = entries.filter((entry) => entry.device === number);
    // The proxy names commands that ended long ago to no new connection.
    if (own.length === 0) return what !== LIGHTS_OFF || !isActive(device);
    const settled = own.filter(({ state }) => state === 'confirmed' || state === 'unconfirmed');
    return settled.every((entry) => isReached(device, entry, {}));
  });
}

/**
 * Returns the batches that switched off lights and can be undone at a time in ms since the epoch, the newest first; none while
 * one is under way. Reactive (home, commands).
 */
export function lightsOffToUndo(
  home: Pick<OpenHome, 'commandFeed' | 'state'>,
  now: number
): readonly CommandBatch[] {
  const off = [...home.commandFeed.known.batches.values()].filter(({ what }) => what === LIGHTS_OFF);
  if (off.some(({ endedAt }) => endedAt === undefined)) return [];
  return off
    .filter((batch) => batch.undo && batch.undo.until > now && undoableDevices(home, batch).length > 0)
    .sort((one, other) => other.at - one.at);
}
