import { beforeEach, expect, it, vi } from 'vitest';
import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import { CommandFeed, type ReportedCommands } from '../../../../src/lib/state/connection/command-feed';
import { anEntry } from '../commands/shown-commands';

const aBatch = (id: string, more: Partial<CommandBatch> = {}): CommandBatch => ({
  id,
  what: 'lights-off',
  by: null,
  at: 1,
  expiresAt: 60_001,
  ...more
});
const aMessage = (more: object = {}) => ({
  type: 'commands' as const,
  entries: [],
  batches: [],
  isWhole: false,
  hasMore: false,
  remembered: [],
  since: 0,
  instance: 'p1',
  ...more
});

let feed: CommandFeed;
let heard: ReturnType<typeof vi.fn<(reported: ReportedCommands) => void>>;
beforeEach(() => {
  feed = new CommandFeed();
  heard = vi.fn();
  feed.subscribe(heard);
  feed.begin(1);
});
const states = () => [...feed.known.entries.values()].map(({ id, state }) => `${id} ${state}`);

it('CommandFeed applies a list of several messages at once, with the last one', () => {
  const memory = { remembered: ['x'], since: 7 };
  feed.receive(aMessage({ isWhole: true, hasMore: true, entries: [anEntry('a.0', 'queued')], ...memory }));
  expect({ states: states(), heardCalls: heard.mock.calls.length }).toEqual({ states: [], heardCalls: 0 });
  feed.receive(aMessage({ entries: [anEntry('b.0', 'queued')] }));
  expect(states()).toEqual(['a.0 queued', 'b.0 queued']);
  expect(feed.known.memory).toEqual({ instance: 'p1', remembered: ['x'], since: 7 });
  expect(heard.mock.calls[0]?.[0].isWhole).toBe(true);
});

it('CommandFeed keeps ended entries of a report, and says that open ones which are named no more have an unknown outcome', () => {
  feed.receive(
    aMessage({ entries: [anEntry('a.0', 'confirmed'), anEntry('a.1', 'sending')], batches: [aBatch('a')] })
  );
  feed.begin(1);
  feed.receive(aMessage({ isWhole: true }));
  expect(states()).toEqual(['a.0 confirmed', 'a.1 unconfirmed']);
  expect(feed.known.entries.get('a.1')?.failure?.code).toBe('outcome-unknown');
  expect(feed.known.batches.has('a')).toBe(true);
});

it('CommandFeed holds a bounded number of ended entries, and every open one', () => {
  for (let at = 0; at < 700; at += 1)
    feed.receive(aMessage({ entries: [anEntry(`a.${at}`, at < 100 ? 'sending' : 'confirmed')] }));
  expect(feed.known.entries.size).toBe(600);
  expect(feed.known.entries.has('a.0')).toBe(true);
});

it('CommandFeed knows nothing for another user', () => {
  feed.receive(aMessage({ isWhole: true, entries: [anEntry('a.0', 'queued')], batches: [aBatch('a')] }));
  feed.clear();
  const { entries, batches, reported } = feed.known;
  expect({ entryCount: entries.size, batchCount: batches.size, isReported: reported.has('a') }).toEqual({
    entryCount: 0,
    batchCount: 0,
    isReported: false
  });
});

it.each<[string, boolean, Partial<CommandBatch>, Pick<CommandEntry, 'state' | 'progress'>, boolean]>([
  ['was under way when the page was opened', true, {}, { state: 'queued' }, true],
  ['had ended when the page was opened', true, { endedAt: 9 }, { state: 'confirmed' }, false],
  [
    'only waited for a device to wake up when the page was opened',
    true,
    {},
    { state: 'accepted', progress: 'waiting' },
    false
  ],
  ['began while the page was open', false, {}, { state: 'queued' }, true],
  ['began and ended at once while the page was open', false, { endedAt: 9 }, { state: 'confirmed' }, true]
])('a batch that %s has a report or none', (_name, isWhole, batch, { state, ...more }, isReported) => {
  const entry = anEntry('a.0', state, more);
  feed.receive(aMessage({ isWhole, entries: [entry], batches: [aBatch('a', batch)] }));
  expect(feed.known.reported.has('a')).toBe(isReported);
});

it('an old batch gets no report by the wake-up of its device', () => {
  const asleep = anEntry('a.0', 'accepted', { progress: 'waiting' });
  feed.receive(aMessage({ isWhole: true, entries: [asleep], batches: [aBatch('a')] }));
  feed.receive(aMessage({ entries: [anEntry('a.0', 'confirmed')], batches: [aBatch('a', { endedAt: 9 })] }));
  expect([...feed.known.reported]).toEqual([]);
});
