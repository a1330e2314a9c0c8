import { expect, it } from 'vitest';
import { SEARCH_DURATION_MS } from '../../../../../proxy/server/controllers/discovery/search';
import { open, PREFIX, readOf, replyOf } from './search-network';

it('a search broadcasts the prefix with its own port, and receives the reply', async () => {
  const { search, network, foundSome } = await open();
  search.start();
  const [call] = await network.heard(1);
  expect(call?.text).toBe(`${PREFIX}${call?.from.port}`);
  await network.say(replyOf(1));
  expect(await foundSome(1)).toEqual([readOf(1)]);
});

it('a search broadcasts again, because datagrams get lost, with every prefix', async () => {
  const { search, network, clock } = await open({ prefixes: [PREFIX, 'OTHER'] });
  search.start();
  await network.heard(2);
  await clock.advance(500);
  await network.heard(4);
  await clock.advance(1_000);
  const calls = await network.heard(6);
  expect(calls.map(({ text }) => text.replace(/\d+$/, ''))).toEqual(Array(3).fill([PREFIX, 'OTHER']).flat());
});

it('a sweep sends to each neighbour, and to nobody else, in bursts with pauses for replies', async () => {
  const { search, network, clock, foundSome } = await open();
  search.start({ isSweep: true });
  const [first] = await network.heard(32);
  expect(first?.text).toBe(`${PREFIX}${first?.from.port}`);
  await clock.advance(39);
  expect(network.calls).toHaveLength(32);
  await clock.advance(1);
  await network.heard(64);
  await network.say(replyOf(1));
  expect(await foundSome(1)).toEqual([readOf(1)]);
  await clock.advance(SEARCH_DURATION_MS);
  expect(search.isSearching).toBe(false);
  expect(clock.waiting).toBe(0);
  expect(await network.heard(2 * 253)).toHaveLength(2 * 253);
});

it('a sweep runs at once even if a search has just started, and not again within five seconds', async () => {
  const { search, network, clock } = await open();
  search.start();
  await network.heard(1);
  search.start({ isSweep: true });
  await network.heard(33);
  search.start({ isSweep: true });
  search.start();
  await clock.advance(1);
  expect(network.calls).toHaveLength(33);
});

it('a search reports that it found nothing if it has ended without a reply', async () => {
  const { search, clock } = await open();
  expect(search.wasInVain).toBe(false);
  search.start();
  expect(search.wasInVain).toBe(false);
  await clock.advance(SEARCH_DURATION_MS);
  expect(search.wasInVain).toBe(true);
  await clock.advance(5_000);
  search.start();
  expect(search.wasInVain).toBe(false);
});

it('a search with a reply does not report that it found nothing', async () => {
  const { search, network, clock, foundSome } = await open();
  search.start();
  await network.heard(1);
  await network.say(replyOf(1));
  await foundSome(1);
  await clock.advance(SEARCH_DURATION_MS);
  expect(search.wasInVain).toBe(false);
});

it('a search lasts three seconds, and closes its socket and its timers', async () => {
  const { search, network, clock, found } = await open();
  search.start();
  await network.heard(1);
  await clock.advance(SEARCH_DURATION_MS - 1);
  expect(search.isSearching).toBe(true);
  await clock.advance(1);
  expect(search.isSearching).toBe(false);
  expect(clock.waiting).toBe(0);
  await network.say(replyOf(1));
  await clock.advance(SEARCH_DURATION_MS);
  expect(found).toEqual([]);
});

it("requests within five seconds of a search's start join it", async () => {
  const { search, network, clock } = await open();
  search.start();
  search.start();
  await network.heard(1);
  await clock.advance(4_999);
  search.start();
  expect(search.isSearching).toBe(false);
  expect(network.calls).toHaveLength(3);
  await clock.advance(1);
  search.start();
  expect(search.isSearching).toBe(true);
  await network.heard(4);
});

it('a search can be stopped at any moment', async () => {
  const { search, clock } = await open();
  search.start();
  search.stop();
  search.stop();
  expect(search.isSearching).toBe(false);
  expect(clock.waiting).toBe(0);
});

it('a search never answers a datagram', async () => {
  const { search, network, clock, foundSome } = await open();
  search.start();
  const [call] = await network.heard(1);
  await network.say(`${PREFIX}${network.port}`);
  await network.say('hello');
  await network.say(replyOf(1));
  await foundSome(1);
  // The next broadcast comes after any answer would have come.
  await clock.advance(500);
  await network.heard(2);
  expect(network.calls.map(({ text }) => text)).toEqual([call?.text, call?.text]);
});

it('a search reports a controller each time it replies, and ignores other datagrams', async () => {
  const { search, network, foundSome } = await open();
  search.start();
  await network.heard(1);
  for (const noise of ['', '{', '[]', 'null', Buffer.alloc(60_000), { ...replyOf(9), ip: '127.0.0.2' }])
    await network.say(noise);
  await network.say(replyOf(1));
  await network.say({ ...replyOf(1), name: 'House 1 again' });
  expect((await foundSome(2)).map(({ name }) => name)).toEqual(['House 1', 'House 1 again']);
});
