import { describe, expect, it } from 'vitest';
import { settle } from '../../support/fake-clock';
import { json, refusal } from '../../support/misbehaving-controller';
import { besideMisbehaving } from '../../support/upstream-test';

const MAC = '02:4d:61:6e:74:01';
const ID = '024d616e7401';

describe('a controller that a search found by its MAC', () => {
  it('is the same controller under its new id: its screens are told to come back', async () => {
    const { connect, upstream } = await besideMisbehaving();
    const client = connect();
    await client.next('controller');
    upstream.known.found({ name: 'Box', ip: '127.0.0.1', mac: MAC });
    expect(await client.closed()).toBe(1001);

    const again = connect({ of: ID, headers: upstream.addScreen('demo', ID).headers });
    await again.next('home');
  });

  it('is watched again at its new address, once it has shown that it is itself', async () => {
    const { connect, upstream, controller } = await besideMisbehaving({
      'GET /info': json({ id: 'box-1', mac: MAC })
    });
    const client = connect();
    await client.next('controller');
    await controller.goAway();
    await client.next('controller', ({ state }) => state === 'unreachable');
    while (upstream.searches() === 0) await settle();

    await controller.comeBack('127.0.0.2');
    const asked = controller.seen.length;
    upstream.known.found({ name: 'Box', ip: '127.0.0.2', mac: MAC });
    await client.next('controller', ({ state }) => state === 'online', client.messages.length);
    const [first, ...others] = controller.seen.slice(asked);
    expect([first?.url, first?.headers.authorization]).toEqual(['/info', undefined]);
    expect(others.every(({ headers }) => headers.authorization === 'Bearer access-1')).toBe(true);
  });

  it('is never sent a token where another one lies at its address', async () => {
    const { connect, upstream, controller } = await besideMisbehaving({
      'GET /info': json({ id: 'box-1', mac: MAC })
    });
    const client = connect();
    await client.next('controller');
    await controller.goAway();
    await client.next('controller', ({ state }) => state === 'unreachable');

    controller.on('GET /info', json({ id: 'box-2', mac: '02:4d:61:6e:74:99' }));
    await controller.comeBack('127.0.0.2');
    const asked = controller.seen.length;
    upstream.known.found({ name: 'Box', ip: '127.0.0.2', mac: MAC });
    while (upstream.known.get(ID)?.address !== '127.0.0.1') await settle();
    expect(controller.seen.slice(asked).map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/info', undefined]
    ]);
  });
});

describe('another controller at the address of a known one', () => {
  const OTHER = '02:4d:61:6e:74:99';

  it.each([
    ['that says who it is', json({ id: 'box-2', mac: OTHER })],
    ['that tells strangers nothing', refusal(401)]
  ])('%s gets no token, the screen is asked, and all is well once its own is back', async (_what, info) => {
    const own = json({ id: 'box-1', mac: MAC });
    const { connect, upstream, controller } = await besideMisbehaving({ 'GET /info': own });
    const client = connect();
    await client.next('controller');
    await controller.goAway();
    await client.next('controller', ({ state }) => state === 'unreachable');

    upstream.known.found({ name: 'New box', ip: '127.0.0.1', mac: OTHER });
    controller.on('GET /info', info);
    await controller.comeBack('127.0.0.1');
    const asked = controller.seen.length;
    await client.next('controller', ({ state }) => state === 'changed');
    expect(
      controller.seen.slice(asked).filter(({ url, headers }) => url !== '/info' || headers.authorization)
    ).toEqual([]);

    controller.on('GET /info', own);
    upstream.known.found({ name: 'Box', ip: '127.0.0.1', mac: MAC });
    await client.next('controller', ({ state }) => state === 'online', client.messages.length);
  });

  it('is signed in to by its address, as itself', async () => {
    const { upstream, controller } = await besideMisbehaving({
      'GET /info': json({ id: 'box-1', mac: MAC })
    });
    upstream.known.found({ name: 'New box', ip: '127.0.0.1', mac: OTHER });
    controller.on('GET /info', json({ id: 'box-2' }));
    expect(await upstream.signIn()).toMatchObject({
      ok: true,
      value: { controller: { id: OTHER.replaceAll(':', ''), name: 'New box' } }
    });
    expect(upstream.known.get(ID)?.name).toBe('127.0.0.1');
  });
});
