import { beforeEach, describe, expect, it } from 'vitest';
import { body, cut, json, refusal, silence } from '../../../../../tools/support/misbehaving-controller';
import { settle } from '../../../../support/fake-clock';
import { deviceOf, advanceUntil, watchEachTest } from '../../../../support/watched';

const watched = watchEachTest();

it('an unreachable controller is reported as unreachable at the first failed attempt', async () => {
  await watched.controller.disconnect();
  watched.begin();
  expect(await watched.next()).toEqual('unreachable');
  expect(watched.watcher.failure?.code).toBe('controller-unreachable');
  expect(watched.losses()).toBe(1);
  await watched.controller.reconnect();
  await advanceUntil(watched.clock, () => watched.emitted.length >= 2, 12_000);
  expect(watched.emitted).toEqual(['home', 'online']);
});

it('an unreachable controller is reported as unreachable within 10 s if it falls silent during a poll', async () => {
  await watched.start();
  for (const route of ['GET /info', 'GET /poll', 'GET /rooms', 'GET /sections', 'GET /devices'])
    watched.controller.on(route, silence);
  expect(await watched.within(8_000)).toEqual(['unreachable']);

  for (const route of ['GET /info', 'GET /rooms', 'GET /sections', 'GET /devices'])
    watched.controller.behave(route);
  watched.controller.behave('GET /poll');
  expect(await watched.within(12_000)).toEqual(['online']);
});

it('an unreachable controller is checked at once if any request fails', async () => {
  await watched.start();
  watched.controller.on('GET /info', silence);
  watched.controller.on('GET /system', cut);
  await watched.client.read('/system');
  await watched.controller.nextRequest('GET /info');
  expect(await watched.within(3_000)).toEqual(['unreachable']);
});

it('a controller is reachable as long as it answers anything: one broken poll does not count', async () => {
  await watched.start();
  await watched.clock.advance(2_000);
  watched.controller.cutAll();
  await watched.controller.nextRequest('GET /poll?last=0', 2);
  await watched.controller.nextRequest('GET /devices', 2);
  await settle();
  expect(watched.emitted).toEqual([]);
  expect({ state: watched.watcher.home.status?.state, losses: watched.losses() }).toEqual({
    state: 'online',
    losses: 0
  });
});

it('an unreachable controller sends only what changed meanwhile when it is back', async () => {
  await watched.start();
  await watched.controller.disconnect();
  expect(await watched.within(10_000)).toEqual(['unreachable']);
  const lit = { ...deviceOf(watched, 1), params: { Status: true, Level: 99 } };
  watched.controller.on('GET /devices', json([lit, deviceOf(watched, 2)]));
  await watched.controller.reconnect();
  await advanceUntil(watched.clock, () => watched.emitted.length >= 2, 12_000);
  expect(watched.emitted).toEqual([[{ device: 1, params: { Status: true, Level: 99 } }], 'online']);
});

it('an unreachable controller is tried again after 1, 2, 4, 8 and then every 10 s, one attempt at a time', async () => {
  await watched.start();
  await watched.controller.disconnect();
  await watched.within(10_000);
  watched.controller.on('GET /info', refusal(404));
  for (const route of ['GET /rooms', 'GET /sections', 'GET /poll']) watched.controller.on(route, cut);
  await watched.controller.reconnect();
  const at: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    await advanceUntil(watched.clock, () => watched.controller.count('GET /rooms') > attempt, 11_000);
    at.push(watched.clock.monotonic());
  }
  const gaps = at.slice(1).map((time, place) => time - (at[place] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(10_100);
  expect(gaps.slice(-2).every((gap) => gap >= 9_900)).toBe(true);
});

it('an unreachable controller is not contacted during its Retry-After', async () => {
  await watched.start();
  await watched.controller.nextRequest('GET /poll?last=1');
  watched.controller.on('GET /rooms', json({}, 503, { 'retry-after': '120' }));
  watched.controller.on('GET /poll', json({}, 429, { 'retry-after': '120' }));
  await watched.controller.answerPoll({ last: 2, events: [{ type: 'DeviceListChanged' }] });
  expect(await watched.next()).toEqual('unreachable');
  watched.controller.behave('GET /rooms');
  watched.controller.behave('GET /poll');
  const before = watched.controller.count('GET /rooms');
  await watched.clock.advance(119_000);
  expect(watched.controller.count('GET /rooms')).toBe(before);
  expect(await watched.within(3_000)).toEqual(['online']);
});

it.each([
  ['GET /rooms', body('<html>')],
  ['GET /devices', json({ devices: null })],
  ['GET /devices', refusal(500)]
])('a controller counts as unreachable while %s is malformed', async (route, behave) => {
  watched.controller.on(route, behave);
  watched.begin();
  expect(await watched.next()).toEqual('unreachable');
  watched.controller.behave(route);
  await advanceUntil(watched.clock, () => watched.emitted.length >= 2, 3_000);
  expect(watched.emitted).toEqual(['home', 'online']);
});

describe('a watcher whose account is refused', () => {
  beforeEach(() => {
    watched.controller.on('POST /auth/get-new-access-token', refusal(401));
  });

  it('a watcher reports that its account is refused, sends nothing, and goes on at once after a new sign-in', async () => {
    await watched.start();
    await watched.controller.nextRequest('GET /poll?last=1');
    for (const route of ['GET /poll', 'GET /rooms', 'GET /info']) watched.controller.on(route, refusal(401));
    await watched.controller.answerPoll({ last: 2, events: [{ type: 'DeviceListChanged' }] });
    expect(await watched.next()).toEqual('signed-out');
    const before = watched.controller.seen.length;
    await watched.clock.advance(60 * 60_000);
    expect(watched.controller.seen).toHaveLength(before);

    for (const route of ['GET /poll', 'GET /rooms', 'GET /info']) watched.controller.behave(route);
    watched.client.setTokens({ access: 'access-2', refresh: null });
    expect(await watched.next()).toEqual('online');
  });

  it('a watcher notices a sign-out from any request', async () => {
    await watched.start();
    watched.controller.on('GET /system', refusal(401));
    await watched.client.read('/system');
    expect(await watched.next()).toEqual('signed-out');
  });
});
