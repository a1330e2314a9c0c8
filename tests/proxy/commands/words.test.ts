import { expect, it } from 'vitest';
import type { Happening } from '#shared/happenings';
import { FULL_RIGHTS } from '#shared/rights';
import { besideLamps } from '../../support/lamp-upstream';

const OFF = { method: 'setStatus', params: { status: false } };
const HOUR_MS = 3_600_000;

/**
 * What becomes of a home in which the owner has set timers, after a guest of the hall sent a frame with these words: the devices that got a
 * command, the timers, how the kitchen was lit, and what happened, without the words.
 */
async function effectOf(words: object) {
  const { upstream, addScreen, post, client, house, pass } = await besideLamps(4);
  const set = (body: object) =>
    upstream.call('/timers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, inMs: HOUR_MS })
    });
  await client().next('commands');
  for (const room of [1, 2])
    await set({ room, commands: [room, room + 2].map((device) => ({ device, ...OFF })) });
  await post({ commands: [{ device: 2, method: 'setLevel', params: { level: 60 } }] });
  await pass(12_000);
  const guest = addScreen({ ...FULL_RIGHTS, rooms: [1] });
  await guest.client().next('commands');
  await guest.post({ id: 'words', commands: [{ device: 1, ...OFF }], ...words });
  await pass(2_000);
  const { batches } = await guest.list();
  const answer = await upstream.call('/happened');
  const { happenings } = (await answer.json()) as { happenings: Happening[] };
  return {
    received: house.received,
    timers: upstream.timers.list(upstream.controller).map(({ room, commands }) => [room, commands.length]),
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
  ['that nothing of it is told', { commands: [{ device: 1, ...OFF, isQuiet: true }] }]
])('a frame that says %s has the effect and the record of one that says nothing', async (_what, words) => {
  expect(await effectOf(words)).toEqual(await effectOf({}));
});

it('a frame ends a room’s timer if it switches off all that it would, by whom it is told', async () => {
  const { upstream, addScreen, client, pass } = await besideLamps(4);
  await client().next('commands');
  await upstream.call('/timers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ room: 1, commands: [1, 3].map((device) => ({ device, ...OFF })), inMs: HOUR_MS })
  });
  const guest = addScreen({ ...FULL_RIGHTS, rooms: [1] });
  upstream.screens.change(guest.id, { name: 'Guest' });
  await guest.client().next('commands');
  await guest.post({ commands: [{ device: 1, ...OFF }] });
  await pass(1_000);
  expect(upstream.timers.list(upstream.controller)).toHaveLength(1);
  await guest.post({ commands: [{ device: 3, ...OFF }] });
  await pass(1_000);
  expect(upstream.timers.list(upstream.controller)).toEqual([]);
  const { happenings } = (await (await upstream.call('/happened')).json()) as { happenings: Happening[] };
  expect(happenings).toContainEqual(
    expect.objectContaining({ what: 'cancelled', by: expect.objectContaining({ name: 'Guest' }) as unknown })
  );
});

it.each(['timer.words', 'timer.1'])('a page makes no batch with the id of a timer’s: %s', async (id) => {
  const { post } = await besideLamps(1);
  expect(await post({ id, commands: [{ device: 1, ...OFF }] })).toMatchObject({
    error: { code: 'bad-request' }
  });
});

it('a batch says a room or “lights off” only if that is what it sends', async () => {
  const { post, client } = await besideLamps(4);
  await client().next('commands');
  const on = { method: 'setLevel', params: { level: 30 } };
  const batchOf = async (frame: object) => {
    const answer = await post(frame as Readonly<Record<string, unknown>>);
    return 'batch' in answer ? [answer.batch.what, answer.batch.scope, answer.batch.name] : [];
  };
  expect(await batchOf({ what: 'lights-off', scope: 'room:2', commands: [{ device: 1, ...on }] })).toEqual([
    undefined,
    undefined,
    undefined
  ]);
  const name = 'Good\u202E\nnight\u200B';
  const off = { what: 'lights-off', scope: 'room:2', name, commands: [{ device: 2, ...OFF }] };
  expect(await batchOf(off)).toEqual(['lights-off', 'room:2', 'Good night']);
});
