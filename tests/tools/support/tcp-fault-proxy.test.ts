import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CUT_POINTS, type CutPoint, type CutWay } from '../../../tools/support/network/cut';
import { busyAnswer, startTcpFaultProxy, type Faults } from '../../../tools/support/network/tcp-fault-proxy';
import { listening } from '../../support/listening';

/** One end of a connection, with everything that it received. */
class End {
  readonly socket: Socket;
  readonly pieces: string[] = [];
  ending: 'end' | 'reset' | undefined;
  #onNews = () => {};

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => {
      this.pieces.push(piece.toString());
      this.#onNews();
    });
    socket.on('end', () => this.#end('end'));
    socket.on('error', () => this.#end('reset'));
  }

  get heard() {
    return this.pieces.join('');
  }

  async hears(text: string) {
    while (!this.heard.includes(text)) await this.#news();
  }

  /** How the other side closed the connection. Waits until it does. */
  async isLeft() {
    while (this.ending === undefined) await this.#news();
    return this.ending;
  }

  #end(ending: 'end' | 'reset') {
    this.ending = ending;
    this.#onNews();
  }

  #news() {
    return new Promise<void>((resolve) => (this.#onNews = resolve));
  }
}

/** Sends a text from one end to the other. */
async function carried(from: End, to: End, text: string) {
  from.socket.write(text);
  await to.hears(text);
}

/** A server, the fault proxy before it, and functions to connect. */
async function start(faults: Partial<Faults> = {}) {
  const accepted: End[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    accepted.push(new End(socket));
    server.emit('taken');
  });
  const proxy = await startTcpFaultProxy(await listening(server));
  proxy.set(faults);
  const clients: End[] = [];
  onTestFinished(async () => {
    for (const { socket } of [...clients, ...accepted]) socket.destroy();
    await proxy.stop();
  });
  async function open() {
    const place = accepted.length;
    const client = new End(connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true }));
    clients.push(client);
    while (accepted.length <= place) await once(server, 'taken');
    const peer = accepted[place];
    if (!peer) throw new Error('nobody was taken in');
    return { client, peer };
  }
  const knock = () => {
    const client = new End(connect(proxy.port, '127.0.0.1'));
    clients.push(client);
    return client;
  };
  return { proxy, open, knock };
}

describe('a network without faults', () => {
  it('carries bytes both ways, in order, and passes on the end of each side', async () => {
    const { open, proxy } = await start();
    const { client, peer } = await open();
    await carried(client, peer, 'ask');
    peer.socket.write('answer');
    await client.hears('answer');
    client.socket.end();
    expect(await peer.isLeft()).toBe('end');
    peer.socket.end('last words');
    await client.hears('last words');
    expect(await client.isLeft()).toBe('end');
    expect(proxy.accepted).toBe(1);
  });

  it('carries a megabyte to a slow reader, and pauses the sender', async () => {
    const { open } = await start();
    const { client, peer } = await open();
    const megabyte = 'x'.repeat(1024 * 1024);
    peer.socket.pause();
    client.socket.write(megabyte);
    peer.socket.resume();
    await peer.hears(megabyte);
    expect(peer.heard.length).toBe(megabyte.length);
  });

  it('passes a reset on', async () => {
    const { open } = await start();
    const { client, peer } = await open();
    await carried(client, peer, 'ask');
    client.socket.resetAndDestroy();
    expect(await peer.isLeft()).toBe('reset');
  });

  it('resets a client if no server listens', async () => {
    const proxy = await startTcpFaultProxy(1);
    const client = new End(connect(proxy.port, '127.0.0.1'));
    expect(await client.isLeft()).toBe('reset');
    await proxy.stop();
  });
});

describe('a network with faults', () => {
  it('delays every byte, without delaying one behind another', async () => {
    const { open } = await start({ latencyMs: 60 });
    const { client, peer } = await open();
    const begin = performance.now();
    for (const word of ['one ', 'two ', 'three ']) client.socket.write(word);
    await peer.hears('one two three ');
    const ms = performance.now() - begin;
    expect(ms).toBeGreaterThanOrEqual(55);
    await carried(client, peer, 'four');
    expect(performance.now() - begin - ms).toBeGreaterThanOrEqual(55);
  });

  it('limits the bytes per second', async () => {
    const { open } = await start({ bytesPerSecond: 10_000 });
    const { client, peer } = await open();
    const begin = performance.now();
    client.socket.write('x'.repeat(2_000));
    await peer.hears('x'.repeat(2_000));
    expect(performance.now() - begin).toBeGreaterThanOrEqual(140);
  });

  it('splits data into slices', async () => {
    const { open } = await start({ sliceBytes: 3 });
    const { client, peer } = await open();
    await carried(client, peer, '0123456789');
    expect(peer.pieces.length).toBeGreaterThan(1);
    expect(Math.max(...peer.pieces.map(({ length }) => length))).toBeLessThan(10);
  });

  it('resets new connections while it refuses, and accepts them again afterwards', async () => {
    const { open, knock, proxy } = await start({ isRefusing: true });
    expect(await knock().isLeft()).toBe('reset');
    proxy.set({ isRefusing: false });
    const { client, peer } = await open();
    await carried(client, peer, 'ask');
  });

  it('answers in place of the server while a fixed response is set', async () => {
    const { knock } = await start({ answer: busyAnswer(503, 5) });
    // Not awaited, so that the test can end before it resolves.
    knock();
    const client = knock();
    client.socket.write('GET / HTTP/1.1\r\n\r\n');
    expect(await client.isLeft()).toBe('end');
    expect(client.heard).toMatch(/^HTTP\/1.1 503 .*\r\nRetry-After: 5\r\n/);
  });

  it('drops data and FINs while it is half-open, and keeps connections of that time dead', async () => {
    const { open, proxy } = await start();
    const { client: old, peer: oldPeer } = await open();
    proxy.set({ isHalfOpen: true });
    old.socket.write('lost');
    old.socket.end();
    proxy.set({ isHalfOpen: false });
    const { client, peer } = await open();
    await carried(client, peer, 'found');
    expect([oldPeer.heard, oldPeer.ending]).toEqual(['', undefined]);
  });

  it.each(['end', 'reset'] as const)('cuts all open connections: %s', async (way) => {
    const { open, proxy } = await start();
    const { client, peer } = await open();
    proxy.cut(way);
    expect(await Promise.all([client.isLeft(), peer.isLeft()])).toEqual([way, way]);
    while (proxy.open > 0) await new Promise((resolve) => setImmediate(resolve));
    await open();
  });
});

describe('a planned cut', () => {
  const asked = 'GET /chosen 0123456789';
  const answered = 'the answer';
  const PASSES: Record<CutPoint, readonly [request: string, answer: string]> = {
    'before-send': ['', ''],
    'amid-send': [asked.slice(0, asked.length / 2), ''],
    'after-send': [asked, ''],
    'before-reply': [asked, ''],
    'amid-reply': [asked, answered.slice(0, answered.length / 2)]
  };
  const cases = CUT_POINTS.flatMap((point) =>
    (['end', 'reset'] satisfies CutWay[]).map((way) => [point, way] as const)
  );

  it.each(cases)('a cut %s, by %s, lets exactly the data before it through', async (point, way) => {
    const { open, proxy } = await start();
    const { client, peer } = await open();
    const cut = proxy.cutOn({ on: '/chosen', point, way });
    await carried(client, peer, 'GET /other');
    client.socket.write(asked);
    if (point.endsWith('-reply')) {
      await peer.hears(asked);
      peer.socket.write(answered);
    }
    await cut;
    await Promise.all([client.isLeft(), peer.isLeft()]);
    expect(peer.heard).toBe(`GET /other${PASSES[point][0]}`);
    expect(client.heard).toBe(PASSES[point][1]);
  });

  it('cuts only the matching request, each cut another one', async () => {
    const { open, proxy } = await start();
    const one = await open();
    const two = await open();
    const three = await open();
    const cuts = ['/b', '/a'].map((on) => proxy.cutOn({ on, point: 'before-send', way: 'reset' }));
    one.client.socket.write('/a');
    two.client.socket.write('/b');
    await Promise.all(cuts);
    three.client.socket.write('/a');
    await three.peer.hears('/a');
    expect(await one.client.isLeft()).toBe('reset');
    expect(await two.client.isLeft()).toBe('reset');
  });
});
