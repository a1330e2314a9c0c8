import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#shared/clock';
import { Connections } from '../../../../proxy/server/http/connections';
import { TrackedConnection } from '../../../../proxy/server/http/tracked-connection';
import { FakeClock, settle } from '../../../support/fake-clock';
import { listening } from '../../../support/listening';
import { testProxy, type TestProxy } from '../../../support/test-proxy';

/** A silent connection from an address of this machine. */
async function dial({ port }: Pick<TestProxy, 'port'>, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const isClosed = (socket: Socket) => socket.destroyed || socket.readyState !== 'open';

/** Reads incoming data, so that an end is noticed. */
const listen = (sockets: readonly Socket[]) => sockets.forEach((socket) => void socket.resume());

async function until(isSo: () => boolean) {
  while (!isSo()) await settle();
}

describe('a server with its maximum of connections', () => {
  it('accepts a new connection and closes idle ones of the address with most', async () => {
    const clock = new FakeClock();
    const proxy = await testProxy({ clock });
    const cookie = await proxy.cookie();
    const others = await Promise.all([dial(proxy, '127.0.0.8'), dial(proxy, '127.0.0.8')]);
    const flood = await Promise.all(Array.from({ length: 64 }, () => dial(proxy, '127.0.0.9')));
    listen([...flood, ...others]);
    expect(flood.filter(isClosed)).toEqual([]);
    await clock.advance(2_000);
    // Few enough for a slow machine: the server ends a silent connection after 5 s of real time.
    for (let n = 0; n < 150; n++) {
      flood.push(await dial(proxy, '127.0.0.9'));
      await clock.advance(200);
    }
    listen(flood);
    await until(() => flood.filter((socket) => !isClosed(socket)).length <= 110);
    expect(others.filter(isClosed)).toEqual([]);
    expect((await proxy.ask('/api/me', { headers: { cookie } })).status).toBe(200);
    expect((await proxy.ask('/healthz')).status).toBe(200);
  });

  it('accepts another client even if one address took all connections within a moment', async () => {
    const proxy = await testProxy({ clock: new FakeClock() });
    const flood = await Promise.all(Array.from({ length: 540 }, () => dial(proxy, '127.0.0.9')));
    listen(flood);
    await until(() => flood.filter((socket) => !isClosed(socket)).length <= 512);
    expect((await proxy.ask('/healthz')).status).toBe(200);
  });

  it("does not count a declared proxy’s connections as one client's", async () => {
    const clock = new FakeClock();
    const proxy = await testProxy({ clock, argv: ['--trusted-proxies', '127.0.0.9'] });
    const many = await Promise.all(Array.from({ length: 150 }, () => dial(proxy, '127.0.0.9')));
    listen(many);
    await clock.advance(3_000);
    many.push(await dial(proxy, '127.0.0.9'));
    await proxy.ask('/healthz');
    expect(many.filter(isClosed)).toEqual([]);
  });
});

describe('requests through a declared proxy', () => {
  const FLOOD = '203.0.113.9';
  const OTHER = '2001:db8:1:2::7';

  const behindProxy = (clock: Clock = systemClock) =>
    testProxy({ clock, argv: ['--trusted-proxies', '127.0.0.1', '--origin', 'https://panel.example.org'] });

  const headOf = ({ port }: TestProxy, method: string, path: string, address: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address}\r\n` +
    `Origin: http://127.0.0.1:${port}\r\n`;

  /** Requests on a connection each, whose bodies do not end. */
  async function begin(proxy: TestProxy, address: string, { count = 1, path = '/api/pair' } = {}) {
    const sockets = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = await dial(proxy, '127.0.0.1');
        socket.write(
          `${headOf(proxy, 'POST', path, address)}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`
        );
        return socket;
      })
    );
    listen(sockets);
    await proxy.ask('/healthz', { headers: { 'x-forwarded-for': OTHER } }).catch(() => undefined);
    return sockets;
  }

  const openOf = (sockets: readonly Socket[]) => sockets.filter((socket) => !isClosed(socket)).length;

  it.each(['/api/pair', '/own/sign-out'])(
    'are answered even if one forwarded address holds the maximum at %s',
    async (path) => {
      const proxy = await behindProxy(new FakeClock());
      for (let round = 0; round < 11; round++) await begin(proxy, FLOOD, { count: 100, path });
      const answer = await proxy.ask('/healthz', { headers: { 'x-forwarded-for': OTHER } });
      expect(answer.status).toBe(200);
    }
  );

  it('a new request ends the oldest of a forwarded address with 64, two seconds after its start, and no other’s', async () => {
    const clock = new FakeClock();
    const proxy = await behindProxy(clock);
    const others = [...(await begin(proxy, OTHER)), ...(await begin(proxy, '203.0.113.8'))];
    const [oldest] = await begin(proxy, FLOOD);
    const flood = await begin(proxy, FLOOD, { count: 64 });
    expect(openOf([...others, ...flood])).toBe(66);
    await clock.advance(2_000);
    flood.push(...(await begin(proxy, FLOOD)));
    await until(() => oldest !== undefined && isClosed(oldest));
    expect(openOf([...others, ...flood])).toBe(67);
  });

  it('leave connections that count for nobody after the response', async () => {
    const clock = new FakeClock();
    const proxy = await behindProxy(clock);
    // At once: the server ends an idle connection after 5 s of real time.
    const open = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const socket = await dial(proxy, '127.0.0.1');
        socket.write(`${headOf(proxy, 'GET', '/healthz', FLOOD)}\r\n`);
        await once(socket, 'data');
        return socket;
      })
    );
    listen(open);
    await clock.advance(2_000);
    await begin(proxy, FLOOD);
    expect(openOf(open)).toBe(80);
  });
});

describe('a screen', () => {
  /** Connections on which a screen has sent one request each. */
  async function connectionsOf(proxy: TestProxy, cookie: string, count: number): Promise<Socket[]> {
    const get = `GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nCookie: ${cookie}\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let n = 0; n < count; n++) {
      const socket = await dial(proxy, '127.0.0.1');
      sockets.push(socket);
      socket.write(get);
      await once(socket, 'data');
    }
    listen(sockets);
    return sockets;
  }

  it('has eight idle connections: one more replaces the longest idle one', async () => {
    const clock = new FakeClock();
    const proxy = await testProxy({ clock });
    const cookie = await proxy.cookie();
    const old = await connectionsOf(proxy, cookie, 8);
    await clock.advance(2_000);
    const [newer] = await connectionsOf(proxy, cookie, 1);
    await until(() => old.some(isClosed));
    expect(old.map(isClosed)).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
    expect(newer && isClosed(newer)).toBe(false);
  });

  it('keeps eight of its idle connections, even if it opens no other', async () => {
    const clock = new FakeClock();
    const proxy = await testProxy({ clock });
    const sockets = await connectionsOf(proxy, await proxy.cookie(), 10);
    expect(sockets.filter(isClosed)).toEqual([]);
    await clock.advance(5_000);
    await until(() => sockets.filter(isClosed).length === 2);
    expect(sockets.slice(0, 2).every(isClosed)).toBe(true);
  });

  it('is not reset on connections that it uses, up to 32', async () => {
    const proxy = await testProxy({ clock: new FakeClock() });
    const cookie = await proxy.cookie();
    const sockets = await connectionsOf(proxy, cookie, 32);
    expect(sockets.filter(isClosed)).toEqual([]);
    await connectionsOf(proxy, cookie, 1);
    await until(() => sockets.some(isClosed));
  });
});

describe('requests of one connection', () => {
  it('are started one after the other: a client that reads no response has one started', async () => {
    const connections = new Connections({ clock: systemClock, trustedProxies: [] });
    const body = 'x'.repeat(12 * 1024 * 1024);
    let begun = 0;
    const serve = connections.inTurn((_request, response) => {
      begun++;
      response.end(body);
    });
    const server = createServer(serve);
    connections.track(server);
    const port = await listening(server);
    const socket = await dial({ port }, '127.0.0.1');
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5));
    const behind = await dial({ port }, '127.0.0.1');
    behind.end(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    behind.resume();
    await once(behind, 'close');
    expect(begun).toBe(2);

    let read = 0;
    socket.on('data', (chunk: Buffer) => (read += chunk.length));
    socket.resume();
    await until(() => read >= 5 * body.length);
    expect(begun).toBe(6);
  });

  it('are all answered without a reset, however many there are', { timeout: 120_000 }, async () => {
    const proxy = await testProxy({ argv: ['--log-level', 'error'] });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (let n = 0; n < 1_200; n++) {
      const asking = request(`${proxy.origin}/healthz`, { agent });
      asking.end();
      const [reply] = (await once(asking, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
      reply.resume();
      await once(reply, 'end');
      expect(reply.statusCode).toBe(200);
    }
  });
});

it('a response that nobody reads is cut if it is slower than 20 kB a second for more than 20 s', async () => {
  const stream = Object.assign(new Duplex(), { bytesWritten: 0 }) as unknown as Socket;
  const state = { bytesWritten: 0, writableLength: 0 };
  Object.defineProperty(stream, 'bytesWritten', { get: () => state.bytesWritten });
  Object.defineProperty(stream, 'writableLength', { get: () => state.writableLength });
  const connection = new TrackedConnection(stream, 'a', 0);

  // 650 kB at 64 kB/s finish in time.
  state.bytesWritten = 650_000;
  for (let second = 0; second <= 10; second++) {
    state.writableLength = Math.max(0, 650_000 - second * 64_000);
    expect(connection.isStalled(second * 1000)).toBe(false);
  }
  state.writableLength = 0;
  expect(connection.isStalled(11_000)).toBe(false);

  // A byte every 9 s does not.
  state.bytesWritten += 650_000;
  state.writableLength = 650_000;
  let cutAt = 0;
  for (let second = 0; second < 60 && cutAt === 0; second++) {
    state.writableLength = 650_000 - Math.floor(second / 9);
    if (connection.isStalled(20_000 + second * 1000)) cutAt = second;
  }
  expect(cutAt).toBeGreaterThan(20);
  expect(cutAt).toBeLessThanOrEqual(22);
});
