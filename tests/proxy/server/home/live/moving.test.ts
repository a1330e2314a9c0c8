import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '#shared/clock';
import { NONE } from '../../../../../proxy/server/controllers/card';
import { json, silence } from '../../../../../tools/support/misbehaving-controller';
import { misbehavingForTest } from '../../../../support/controllers';
import { FakeClock } from '../../../../support/fake-clock';
import { LiveClient } from '../../../../support/live-client';
import { FakeCards } from '../../../../support/test-cards';
import { startUpstream } from '../../../../support/upstream';

const CARD = '02005e100001';
const OTHER = '02005e100099';

/** A screen that watches a controller with the learned card `CARD` at 127.0.0.1. */
async function watchedByCard(clock?: Clock) {
  const controller = await misbehavingForTest();
  const cards = new FakeCards({ '127.0.0.1': CARD, '127.0.0.2': CARD });
  const upstream = await startUpstream(controller.port, { cards, ...(clock && { clock }) });
  onTestFinished(() => upstream.stop());
  const client = new LiveClient(upstream.liveUrl(), upstream.headers);
  onTestFinished(() => client.close());
  await client.next('controller', ({ state }) => state === 'online');
  return { controller, cards, upstream, client };
}

describe('a controller at whose address another network card answers', () => {
  it.each([
    ['another card', OTHER],
    ['no card that can be seen', NONE]
  ])('receives nothing and is reported as changed: %s', async (_what, card) => {
    const { controller, cards, client, upstream } = await watchedByCard();
    await controller.disconnect();
    await client.next('controller', ({ state }) => state === 'unreachable');
    cards.set('127.0.0.1', card);
    const before = controller.seen.length;
    await controller.reconnect();
    await client.next('controller', ({ state }) => state === 'changed');
    expect(await (await upstream.command(1, 'setStatus', { status: true })).json()).toMatchObject({
      error: { code: 'controller-unreachable' }
    });
    expect(controller.seen.slice(before)).toEqual([]);

    cards.set('127.0.0.1', CARD);
    await client.next('controller', ({ state }) => state === 'online', client.messages.length);
  });

  it('is watched further if no card was known before and none is visible now', async () => {
    const { controller, cards, client, upstream } = await watchedByCard();
    cards.set('127.0.0.1', NONE);
    upstream.known.displace(upstream.controller);
    upstream.known.move(upstream.controller, '127.0.0.1', NONE);
    controller.cutAll();
    controller.on('GET /devices', json([]));
    await client.next('home', ({ home }) => home.devices.length === 0, client.messages.length);
  });
});

it('a controller that has moved is not waited for at its old address by pending requests', async () => {
  // No time passes: no request is given up.
  const { controller, upstream } = await watchedByCard(new FakeClock());
  controller.on('GET /rooms', silence);
  const asked = controller.count('GET /rooms');
  const call = upstream.call('/v2/rooms');
  await controller.nextRequest('GET /rooms', asked + 1);
  upstream.known.move(upstream.controller, '127.0.0.2', CARD);
  expect((await call).status).toBe(502);
});

it('a controller that has moved is watched at its new address at once, with the same tokens', async () => {
  const { controller, upstream, client } = await watchedByCard();
  await controller.disconnect();
  await client.next('controller', ({ state }) => state === 'unreachable');
  expect(upstream.losses()).toBeGreaterThan(0);
  await controller.reconnect('127.0.0.2');
  const asked = controller.seen.length;
  upstream.known.move(upstream.controller, '127.0.0.2', CARD);
  await client.next('controller', ({ state }) => state === 'online', client.messages.length);
  const tokens = controller.seen.slice(asked).map(({ headers }) => headers.authorization);
  expect(new Set(tokens)).toEqual(new Set(['Bearer access-1']));
});
