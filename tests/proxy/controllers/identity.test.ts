import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../proxy/clock';
import { ControllerClient } from '../../../proxy/controllers/client';
import { Connection } from '../../../proxy/controllers/connection';
import { isSameIdentity, readIdentity, readMac } from '../../../proxy/controllers/identity';
import { KnownControllers } from '../../../proxy/controllers/known';
import { memoryFile } from '../../../proxy/store/sealed-file';
import {
  json,
  refusal,
  silence,
  startMisbehaving,
  type MisbehavingController
} from '../../support/misbehaving-controller';

const MAC = '02:4d:61:6e:74:01';
const ID = '024d616e7401';

describe('readMac', () => {
  it.each([
    ['02:4D:61:6e:74:01', ID],
    ['02-4d-61-6e-74-01', ID],
    ['024d616e7401', ID],
    ['00:00:00:00:00:00', null],
    ['ff:ff:ff:ff:ff:ff', null],
    ['02:4d:61:6e:74', null],
    ['', null],
    [5, null],
    [null, null]
  ])('reads %j as %j', (text, mac) => {
    expect(readMac(text)).toBe(mac);
  });
});

describe('an identity', () => {
  it.each([
    [
      { id: 'box', mac: MAC },
      { mac: ID, id: 'box' }
    ],
    [{ id: 12 }, { mac: null, id: '12' }],
    [{ id: MAC }, { mac: ID, id: MAC }],
    [{ id: '' }, { mac: null, id: null }],
    [
      { id: null, mac: [] },
      { mac: null, id: null }
    ],
    [[], { mac: null, id: null }],
    ['x', { mac: null, id: null }],
    [undefined, { mac: null, id: null }]
  ])('is read from %j', (info, identity) => {
    expect(readIdentity(info)).toEqual(identity);
  });

  it('differs only where both tell the same thing otherwise', () => {
    expect(isSameIdentity({ mac: ID, id: '1' }, { mac: null, id: null })).toBe(true);
    expect(isSameIdentity({ mac: ID, id: null }, { mac: ID, id: '1' })).toBe(true);
    expect(isSameIdentity({ mac: ID, id: '1' }, { mac: ID, id: '2' })).toBe(false);
    expect(isSameIdentity({ mac: ID, id: null }, { mac: '024d616e7402', id: null })).toBe(false);
  });
});

describe('a controller at a new address', () => {
  let controller: MisbehavingController;
  let known: KnownControllers;
  let client: ControllerClient;

  /** A controller that was signed in to at another address, where nobody is now, and was found at this one. */
  beforeEach(async () => {
    controller = await startMisbehaving();
    known = new KnownControllers({ file: memoryFile([]), clock: systemClock, port: controller.port });
    known.signedIn(
      { id: ID, name: 'Home', address: '127.0.0.2', port: controller.port },
      { mac: null, id: 'box-1' }
    );
    known.found({ name: 'Home', ip: '127.0.0.1', mac: MAC });
    client = new ControllerClient({
      connection: new Connection({ id: ID, known, clock: systemClock }),
      clock: systemClock,
      tokens: { access: 'access-1', refresh: null },
      onTokens: () => undefined
    });
  });
  afterEach(async () => {
    await client.close();
    await controller.stop();
  });

  const tokensSeen = () => controller.seen.filter(({ headers }) => headers.authorization !== undefined);

  it('is sent no token before it has said who it is', async () => {
    controller.on('GET /info', json({ id: 'box-1', mac: MAC }));
    expect(await client.read('/rooms')).toMatchObject({ ok: true });
    expect(controller.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/info', undefined],
      ['/rooms', 'Bearer access-1']
    ]);
  });

  it('is asked once, however many calls wait for it', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.read('/rooms')));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(controller.count('GET /info')).toBe(1);
  });

  it.each([
    ['another id', { id: 'box-2' }],
    ['another MAC', { id: 'box-1', mac: '02:4d:61:6e:74:99' }]
  ])('that tells %s gets no token, and the old address counts again', async (_name, info) => {
    controller.on('GET /info', json(info));
    expect(await client.read('/rooms')).toMatchObject({
      ok: false,
      error: { code: 'controller-unreachable' }
    });
    expect(tokensSeen()).toEqual([]);
    expect(known.get(ID)?.address).toBe('127.0.0.2');
  });

  it('that tells strangers nothing is taken by its MAC', async () => {
    controller.on('GET /info', refusal(401));
    expect(await client.read('/rooms')).toMatchObject({ ok: true });
    expect(known.get(ID)?.address).toBe('127.0.0.1');
  });

  it('that does not answer gets no token', async () => {
    controller.on('GET /info', (response, seen) => {
      silence(response, seen);
      response.socket?.destroy();
    });
    expect(await client.read('/rooms')).toMatchObject({ ok: false });
    expect(tokensSeen()).toEqual([]);
  });

  it('that is found elsewhere while it is asked gets no token there either', async () => {
    const told: unknown[] = [];
    const elsewhere = createServer((request, response) => {
      told.push(request.headers.authorization);
      response.writeHead(404).end();
    }).listen(controller.port, '127.0.0.3');
    await once(elsewhere, 'listening');
    controller.on('GET /info', (response, seen) => {
      known.found({ name: 'Home', ip: '127.0.0.3', mac: MAC });
      json({ id: 'box-1', mac: MAC })(response, seen);
    });
    expect(await client.read('/rooms')).toMatchObject({ ok: false });
    expect([told, tokensSeen()]).toEqual([[], []]);
    elsewhere.close();
  });
});
