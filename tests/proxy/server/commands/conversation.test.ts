import { describe, expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { settle } from '../../../support/fake-clock';
import { allOff, besideLamps, codeOf, OFF, statesOf } from '../../../support/lamp-upstream';

const PAGE = { page: 'page' };

describe('a frame that was delayed', () => {
  it.each([
    ['just before it expires', 9_900, ['sending', 'sending']],
    ['when it expires', 10_000, []],
    ['an hour later', 3_600_000, []]
  ])('that arrives %s is taken or refused by when it was sent', async (_name, delay, states) => {
    const { client, clock, house, pass } = await besideLamps(2);
    await client().next('commands');
    // As if the frame had left that much earlier.
    const at = Math.floor(clock.monotonic()) - delay;
    const answer = await client().ask({ type: 'commands', id: 'late', at, expiresMs: 10_000, ...allOff(2) });
    expect(statesOf(answer)).toEqual(states);
    if (states.length === 0) expect(codeOf(answer)).toBe('not-sent');
    await pass(1_000);
    expect(house.received).toHaveLength(states.length);
  });

  it('expires by its arrival at the latest if its page knows the time wrongly', async () => {
    const { client, clock, pass, list } = await besideLamps(40);
    await client().next('commands');
    const at = Math.floor(clock.monotonic()) + 3_600_000;
    await client().ask({ type: 'commands', id: 'fast', at, expiresMs: 1_000, ...allOff(40) });
    await pass(3_000);
    expect(statesOf(await list())).toContain('expired');
  });
});

it('a command fails with the words of its controller’s report, and no other one', async () => {
  const { post, list, house, pass } = await besideLamps(2, { isReporting: false });
  await post({ id: 'seen', ...allOff(2) });
  await pass(500);
  const outcome = { status: 'failed', message: 'The lamp did not answer.' };
  house.report({ type: 'ActionStatusReport', device_id: 2, ...OFF, ...outcome });
  await pass(500);
  const { entries } = await list();
  expect(entries.map(({ device, state, failure }) => [device, state, failure?.message])).toEqual([
    [1, 'accepted', undefined],
    [2, 'failed', outcome.message]
  ]);
});

it('what a new connection is told names all batches of the page that are remembered, whatever the screen may see, and of no other page', async () => {
  const { post, list, connect, upstream, pass } = await besideLamps(2);
  await post({ id: 'seen', ...allOff(2) });
  const other = connect({ page: 'other' });
  await other.say({ id: 'others', ...allOff(1) });
  await pass(1_000);
  upstream.screens.change(upstream.screen.id, { rights: { ...FULL_RIGHTS, rooms: [] } });
  const { entries, remembered } = await list();
  expect({ entries, remembered }).toEqual({ entries: [], remembered: ['seen'] });
});

it('what a new connection is told says since when all are remembered: the start, then the last batch that was forgotten', async () => {
  const { post, list, clock, pass } = await besideLamps(1);
  const { since: start } = await list();
  expect(start).toBeLessThanOrEqual(clock.monotonic());
  await post({ id: 'first', ...allOff(1) });
  const taken = clock.monotonic();
  await pass(1_000);
  await clock.advance(300_000);
  await post({ id: 'second', ...allOff(1) });
  await pass(1_000);
  await clock.advance(305_000);
  const { remembered, since } = await list();
  expect(remembered).toEqual(['second']);
  expect(since).toBeGreaterThanOrEqual(taken);
  expect(since).toBeLessThan(taken + 10_000);
});

it('the connection that speaks is the newest one of a page: the earlier one is closed, and nothing more is heard on it', async () => {
  const { connect, house, pass } = await besideLamps(1);
  const earlier = connect({ ...PAGE, connection: '4' });
  await earlier.next('commands');
  earlier.socket.pause();
  const newer = connect({ ...PAGE, connection: '5' });
  await newer.next('commands');
  earlier.socket.send(
    JSON.stringify({ type: 'commands', id: 'old', at: earlier.last('beat')?.at, ...allOff(1) })
  );
  await pass(1_000);
  expect(house.received).toEqual([]);
  earlier.socket.resume();
  expect(await earlier.closed()).toBeGreaterThanOrEqual(1005);
  expect(codeOf(await newer.say(allOff(1)))).toBe('taken');
});

it('the connection that speaks is never one with a lower number, and other pages and screens are not concerned', async () => {
  const { connect, addScreen } = await besideLamps(1);
  const newest = connect({ ...PAGE, connection: '5' });
  await newest.next('commands');
  expect(await connect({ ...PAGE, connection: '4' }).closed()).toBe(4000);
  newest.close();
  expect(await connect({ ...PAGE, connection: '5' }).closed()).toBe(4000);
  await connect({ page: 'other', connection: '1' }).next('commands');
  await connect({ ...PAGE, connection: '1', headers: addScreen().headers }).next('commands');
});

it('a page that says too much is closed by a code of its own after a megabyte in ten seconds', async () => {
  const { client } = await besideLamps(1);
  await client().next('commands');
  for (let sent = 0; sent < 20; sent++) client().socket.send(`{"type":"noise","x":"${'x'.repeat(60_000)}"}`);
  expect(await client().closed()).toBe(4002);
});

it('a page that says too much is not read while eight answers are unwritten, and nothing is lost', async () => {
  const { client, pass } = await besideLamps(1);
  await client().next('commands');
  const from = client().messages.length;
  client().socket.pause();
  for (let n = 0; n < 40; n++) client().socket.send(JSON.stringify({ type: 'cancel', id: `none-${n}` }));
  await pass(200);
  client().socket.resume();
  const answers = () =>
    client()
      .messages.slice(from)
      .filter(({ type }) => type === 'refused');
  while (answers().length < 40) await settle();
  expect(answers().map((answer) => 'id' in answer && answer.id)).toEqual(
    Array.from({ length: 40 }, (_, n) => `none-${n}`)
  );
});

it('a screen that was signed out, locked or limited meanwhile is refused by the rights of this moment', async () => {
  const { addScreen, upstream, house, pass } = await besideLamps(2);
  const tablet = addScreen();
  await tablet.client().next('commands');
  upstream.screens.change(tablet.id, { rights: { ...FULL_RIGHTS, commands: false } });
  expect(codeOf(await tablet.post(allOff(1)))).toBe('limited-screen');
  upstream.screens.change(tablet.id, { rights: { ...FULL_RIGHTS, rooms: [2] } });
  expect(codeOf(await tablet.post(allOff(1)))).toBe('limited-screen');
  upstream.screens.end(tablet.id);
  expect(await tablet.client().closed()).toBe(1008);
  await pass(500);
  expect(house.received).toEqual([]);
});
