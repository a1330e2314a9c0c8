import { expect, it } from 'vitest';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { FakeClock } from '../../support/fake-clock';
import { LiveClient } from '../../support/live-client';
import { testProxy } from '../../support/test-proxy';
import { fakeServer, houseOf, plug, soon, VERSION } from './fake-server';

it('is live again as soon as the server of a long outage is there, and waits for no other attempt', async () => {
  const clock = new FakeClock();
  const house = houseOf(() => [plug(2)]);
  let isThere = true;
  const { port, sockets } = await fakeServer(house, (socket) => {
    if (isThere) socket.send(JSON.stringify(VERSION));
    else socket.terminate();
  });
  const proxy = await testProxy({ zwaveJs: `ws://127.0.0.1:${port}`, clock });
  const headers = { origin: proxy.origin };
  await proxy.ask('/api/controllers/search', { method: 'POST', headers, body: {} });
  const found = await soon(async () => {
    const { json } = await proxy.ask('/api/controllers');
    const entry = (json as { controllers: { id: string; setsUp?: true }[] }).controllers.find(
      ({ setsUp }) => setsUp
    );
    if (!entry) throw new Error('Nothing was found.');
    return entry.id;
  });
  const code = await proxy.makeSetupCode();
  const answer = await proxy.signIn(
    { controller: found, username: 'anna', password: 'a long password' },
    { [SETUP_CODE_HEADER]: code }
  );
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { id } = (answer.json as { controller: { id: string } }).controller;
  const live = new LiveClient(`${proxy.origin.replace('http', 'ws')}/api/controllers/${id}/live?page=test`, {
    cookie,
    origin: proxy.origin
  });
  await live.next('home');

  isThere = false;
  for (const socket of sockets) socket.terminate();
  await live.next('controller', ({ state }) => state === 'unreachable');
  // The watcher waits for up to ten seconds then, and the source for two.
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  const from = live.messages.length;
  isThere = true;
  const before = sockets.length;
  await clock.advance(2_000);
  await soon(() => expect(sockets.length).toBeGreaterThan(before));
  await live.next('controller', ({ state }) => state === 'online', from);
  live.close();
});
