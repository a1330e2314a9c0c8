import { expect, it } from 'vitest';
import { FakeClock } from '../../../support/fake-clock';
import { testProxy } from '../../../support/test-proxy';
import { fakeServer, greet, onePlug, soon } from './fake-server';
import { setUp } from './set-up';

it('is live again as soon as the server of a long outage is there, and waits for no other attempt', async () => {
  const clock = new FakeClock();
  let isThere = true;
  const { port, sockets } = await fakeServer(onePlug, (socket) => {
    if (isThere) greet()(socket);
    else socket.terminate();
  });
  const proxy = await testProxy({ zwaveJs: `ws://127.0.0.1:${port}`, clock });
  const { cookie, id } = await setUp(proxy);
  const live = proxy.live(cookie, id);
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
});
