import { expect, it } from 'vitest';
import { besideLamps, GUEST, level, off } from '../../../support/lamp-upstream';

const HOUR_MS = 3_600_000;

/**
 * What becomes of a home in which the owner has set timers, after a guest of the hall sent a frame with these words: the devices that got a
 * command, the timers, how the kitchen was lit, and what happened, without the words.
 */
async function effectOf(words: object) {
  const { upstream, addScreen, post, send, happened, client, house, pass } = await besideLamps(4);
  await client().next('commands');
  for (const room of [1, 2])
    await send('POST', '/timers', { room, commands: off(room, room + 2), inMs: HOUR_MS });
  await post({ commands: [level(2, 60)] });
  await pass(12_000);
  const guest = addScreen(GUEST);
  await guest.client().next('commands');
  await guest.post({ id: 'words', commands: off(1), ...words });
  await pass(2_000);
  const { batches } = await guest.list();
  const { happenings } = await happened();
  return {
    received: house.received,
    timers: upstream.timers.list.of(upstream.controller).map(({ room, commands }) => [room, commands.length]),
    undo: batches.map(({ undo }) => undo?.count),
    moods: client().messages.filter(({ type }) => type === 'moods').length,
    happened: happenings.map((each) =>
      'commands' in each
        ? [each.kind, each.commands.map(({ device, params }) => [device, params]), each.by !== null]
        : [each.kind]
    )
  };
}

it.each<[string, object]>([
  ['what it does', { what: 'lights-off' }],
  ['that it undoes', { what: 'undo' }],
  ['an inherited word', { what: 'constructor' }],
  ['a room of others', { what: 'lights-off', scope: 'room:2' }],
  ['the whole home', { what: 'lights-off', scope: 'home' }],
  ['a name', { name: 'Timer' }],
  ['that nothing of it is told', { commands: off(1).map((command) => ({ ...command, isQuiet: true })) }]
])('a frame that says %s has the effect and the record of one that says nothing', async (_what, words) => {
  expect(await effectOf(words)).toEqual(await effectOf({}));
});

it('a frame ends a room’s timer if it switches off all that it would, by whom it is told', async () => {
  const { upstream, addScreen, send, happened, client, pass } = await besideLamps(4);
  await client().next('commands');
  await send('POST', '/timers', { room: 1, commands: off(1, 3), inMs: HOUR_MS });
  const guest = addScreen(GUEST);
  upstream.screens.change(guest.id, { name: 'Gu\u200Best' });
  await guest.client().next('commands');
  await guest.post({ commands: off(1) });
  await pass(1_000);
  expect(upstream.timers.list.of(upstream.controller)).toHaveLength(1);
  await guest.post({ commands: off(3) });
  await pass(1_000);
  expect(upstream.timers.list.of(upstream.controller)).toEqual([]);
  const { happenings } = await happened();
  expect(happenings).toContainEqual(
    expect.objectContaining({ what: 'cancelled', by: expect.objectContaining({ name: 'Guest' }) as unknown })
  );
});

it.each(['timer.words', 'timer.1'])('a page makes no batch with the id of a timer’s: %s', async (id) => {
  const { post } = await besideLamps(1);
  expect(await post({ id, commands: off(1) })).toMatchObject({ error: { code: 'bad-request' } });
});

it('a batch says a room or “lights off” only if that is what it sends', async () => {
  const { post, client } = await besideLamps(4);
  await client().next('commands');
  const batchOf = async (frame: Readonly<Record<string, unknown>>) => {
    const answer = await post({ what: 'lights-off', scope: 'room:2', ...frame });
    return 'batch' in answer ? [answer.batch.what, answer.batch.scope, answer.batch.name] : [];
  };
  expect(await batchOf({ commands: [level(1, 30)] })).toEqual([undefined, undefined, undefined]);
  const name = 'Good\u202E\nnight\u200B';
  expect(await batchOf({ name, commands: off(2) })).toEqual(['lights-off', 'room:2', 'Good night']);
});
