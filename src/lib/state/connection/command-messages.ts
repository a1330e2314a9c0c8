import { isOpen, type CommandEntry } from '#shared/commands/command-entry';
import type { CommandsMessage } from '#shared/commands/command-schema';
import type { CommandFeed } from './command-feed.svelte';

/** The maximum number of entries that are known after their end. */
const MAX_ENDED = 500;
/** The maximum number of batches that are known. */
const MAX_BATCHES = 50;

/** Handles a new connection: its first message replaces what the page knows. */
export function beginConnection(feed: CommandFeed, connection: number): void {
  feed.set({ ...feed.known, connection, partial: null });
}

/** Handles a message. A list that does not fit into one message is applied with its last part. */
export function receiveCommands(feed: CommandFeed, message: CommandsMessage): void {
  const { known } = feed;
  const before = message.isWhole ? null : known.partial;
  const all = before ? join(before, message) : message;
  if (message.hasMore) feed.set({ ...known, partial: all });
  else apply(feed, all);
}

function apply(feed: CommandFeed, message: CommandsMessage): void {
  const { known } = feed;
  const { isWhole, entries, batches, instance, remembered, since } = message;
  const before = [...known.entries.values()];
  const next = prune(byId([...(isWhole ? before.map(endIfOpen) : before), ...entries]));
  const labelled = batches.filter(({ what }) => what !== undefined);
  const earlier = [...known.batches.values()].filter(({ id }) => !isWhole || hasEntries(next, id));
  const all = new Map([...byId([...earlier, ...labelled])].slice(-MAX_BATCHES));
  feed.set(
    {
      entries: next,
      batches: all,
      seenOpen: new Set(
        [...all.values()]
          .filter((batch) => isUnderWay(batch) || known.seenOpen.has(batch.id))
          .map(({ id }) => id)
      ),
      connection: known.connection,
      memory: isWhole ? { instance, remembered, since } : known.memory,
      partial: null
    },
    { isWhole, entries }
  );
}

const isUnderWay = ({ endedAt }: { readonly endedAt?: number }): boolean => endedAt === undefined;

const join = (one: CommandsMessage, next: CommandsMessage): CommandsMessage => ({
  ...one,
  entries: [...one.entries, ...next.entries],
  batches: [...one.batches, ...next.batches]
});

/** The newest version of each item; the one that changed last is the last one. */
function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  const all = new Map<string, Item>();
  for (const item of items) {
    all.delete(item.id);
    all.set(item.id, item);
  }
  return all;
}

/** An entry that a whole message may not name any more: its outcome is unknown then. */
const endIfOpen = (entry: CommandEntry): CommandEntry =>
  isOpen(entry.state)
    ? {
        ...entry,
        state: 'unconfirmed',
        failure: { code: 'outcome-unknown', message: 'the proxy no longer knows the command' }
      }
    : entry;

/** Removes the oldest of too many ended entries. */
function prune(entries: Map<string, CommandEntry>): ReadonlyMap<string, CommandEntry> {
  const ended = [...entries.values()].filter(({ state }) => !isOpen(state));
  for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) entries.delete(id);
  return entries;
}

const hasEntries = (entries: ReadonlyMap<string, CommandEntry>, batch: string): boolean =>
  [...entries.values()].some((entry) => entry.batch === batch);
