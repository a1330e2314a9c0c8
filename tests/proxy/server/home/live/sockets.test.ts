import { EventEmitter, once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { PROTOCOL } from '#shared/live-protocol';
import { LiveSocket } from '../../../../../proxy/server/home/live/socket';
import { deviceChanged } from '../../../../../tools/support/misbehaving-controller';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { withMisbehavingController } from '../../../../support/upstream-test';

/** Names of long values: together they stay below the bytes after which a poll waits. */
const NOTES = ['note1', 'note2', 'note3', 'note4'];

/** A screen whose live connection has begun. Only the test advances the clock. */
async function connected() {
  const clock = new FakeClock();
  const beside = await withMisbehavingController({}, clock);
  const client = beside.connect();
  await client.next('controller');
  return { ...beside, clock, client };
}

it('the proxy’s side of a live connection begins with a heartbeat and sends one every 15 s, each with its monotonic time and its version', async () => {
  const { clock, client } = await connected();
  const begun = Math.floor(clock.monotonic());
  expect(client.messages[0]).toEqual({ type: 'beat', at: begun, protocol: PROTOCOL });
  clock.jump(-3_600_000);
  await clock.advance(14_000);
  const from = client.messages.length;
  await clock.advance(1_000);
  const { at } = await client.next('beat', undefined, from);
  expect(at).toBeGreaterThan(begun + 14_000);
  expect(at).toBeLessThanOrEqual(clock.monotonic());
});

it('the proxy’s side of a live connection closes the connection of a silent screen within 35 s, and keeps one that answers', async () => {
  const clock = new FakeClock();
  const { connect, upstream } = await withMisbehavingController({}, clock);
  const alive = connect();
  const dead = connect({}, { autoPong: false });
  await alive.next('controller');
  await dead.next('controller');
  for (let second = 0; second < 35; second++) {
    await clock.advance(1_000);
    await settle();
  }
  expect(await dead.closed()).toBe(1006);
  expect(upstream.live.counts().sockets).toBe(1);
  expect(alive.socket.readyState).toBe(alive.socket.OPEN);
});

it('the proxy’s side of a live connection counts a screen that answers as seen', async () => {
  const { clock, client, upstream } = await connected();
  const { lastSeen } = upstream.screens.list(upstream.controller)[0] ?? { lastSeen: 0 };
  await clock.advance(15_000);
  await client.next('beat');
  while ((upstream.screens.list(upstream.controller)[0]?.lastSeen ?? 0) === lastSeen) await settle();
});

it('the proxy’s side of a live connection is closed after a flood of pings', async () => {
  const { client, upstream } = await connected();
  // One at a time: `ws` itself cuts a client whose pings come faster than it writes pongs, without a code.
  client.socket.on('pong', () => client.socket.ping());
  client.socket.ping();
  expect(await client.closed()).toBe(4002);
  while (upstream.live.counts().sockets > 0) await settle();
});

it('the proxy’s side of a live connection ignores messages of unknown types', async () => {
  const { client, controller } = await connected();
  for (const text of ['', '{', 'null', '{"type":"unknown"}', '[]']) client.socket.send(text);
  await controller.answerPoll({ last: 2, events: [deviceChanged(1, { a: 1 })] });
  await client.next('changes');
  expect(client.socket.readyState).toBe(client.socket.OPEN);
});

it('the proxy’s side of a live connection is closed within a second when its screen is ended, and no other is', async () => {
  const clock = new FakeClock();
  const { connect, upstream } = await withMisbehavingController({}, clock);
  const other = upstream.addScreen();
  const mine = [connect(), connect()];
  const others = connect({ headers: other.headers });
  for (const client of [...mine, others]) await client.next('controller');
  upstream.screens.end(upstream.screen.id);
  for (const client of mine) expect(await client.closed()).toBe(1008);
  expect(others.socket.readyState).toBe(others.socket.OPEN);
});

it('the proxy’s side of a live connection is terminated if the ended screen does not close it', async () => {
  const { clock, client, upstream } = await connected();
  client.socket.pause();
  upstream.screens.end(upstream.screen.id);
  await clock.advance(1_000);
  while (upstream.live.counts().sockets > 0) await settle();
});

it('the proxy’s side of a live connection is closed with 1001 when the proxy stops', async () => {
  const { connect, upstream } = await withMisbehavingController();
  const clients = [connect(), connect()];
  for (const client of clients) await client.next('controller');
  await upstream.live.stop();
  for (const client of clients) expect(await client.closed()).toBe(1001);
  expect(upstream.live.counts()).toEqual({ sockets: 0, watchers: 0, polls: 0 });
});

it('the proxy’s side of a live connection is terminated at 1 MiB for a screen that reads nothing, while another one misses nothing', async () => {
  const { connect, upstream, controller } = await withMisbehavingController();
  const reader = connect();
  const stalled = connect();
  await reader.next('controller');
  await stalled.next('controller');
  stalled.socket.pause();
  let last = 0;
  while (upstream.live.counts().sockets > 1) {
    last++;
    const notes = Object.fromEntries(NOTES.map((name) => [name, `${last} ${'x'.repeat(15_000)}`]));
    await controller.answerPoll({ last: last + 1, events: [deviceChanged(1, notes)] });
    await controller.nextRequest(`GET /poll?last=${last + 1}`);
    if (last > 1_000) throw new Error('It was never cut.');
  }
  const numberOf = (text: unknown) => Number(String(text).split(' ')[0]);
  await reader.next('changes', ({ changes }) =>
    changes.some(({ params }) => numberOf(params?.['note1']) === last)
  );
  const received = reader.messages.flatMap((message) =>
    message.type === 'changes' ? message.changes.map(({ params }) => numberOf(params?.['note1'])) : []
  );
  expect(received).toEqual(Array.from({ length: last }, (_, place) => place + 1));
});

it('the proxy’s side of a live connection is not delayed by a client that disconnects during the handshake', async () => {
  const { upstream, connect } = await withMisbehavingController();
  const { hostname, port } = new URL(upstream.origin);
  const socket = connectTcp(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET /api/controllers/${upstream.controller}/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\n`
  );
  socket.destroy();
  await connect().next('controller');
});

/** A connection that lets through only what the test allows. It collects the first bytes of each message. */
class SlowLink extends EventEmitter {
  readonly OPEN = 1;
  readonly sent: string[] = [];
  readyState = 1;
  bufferedAmount = 0;
  closedWith: number | undefined;
  send(message: Buffer) {
    this.sent.push(message.subarray(0, 3).toString());
    this.bufferedAmount += message.length;
  }
  ping() {}
  close(code: number) {
    this.closedWith = code;
  }
  /** The client has got a part of a home. */
  arrive() {
    this.emit('pong', Buffer.from('part'));
  }
}

function slowSocket() {
  const clock = new FakeClock();
  const link = new SlowLink();
  const socket = new LiveSocket(link as unknown as WebSocket, clock);
  const nothing = () => undefined;
  socket.start({ onPong: nothing, onFrame: nothing, onFlooded: nothing, onClosed: nothing });
  return { clock, link, socket };
}
async function pass(seconds: number, { clock, socket }: ReturnType<typeof slowSocket>, each = () => {}) {
  for (let second = 0; second < seconds; second++) {
    each();
    await clock.advance(1_000);
    socket.checkFlow();
  }
}

it('LiveSocket is terminated if no buffered data was sent for 5 s', async () => {
  const slow = slowSocket();
  slow.socket.send(Buffer.alloc(1_000));
  await pass(4, slow);
  expect(slow.link.closedWith).toBeUndefined();
  await pass(1, slow);
  expect(slow.link.closedWith).toBe(4000);
});

it('LiveSocket is kept while some buffered data is sent', async () => {
  const slow = slowSocket();
  slow.socket.send(Buffer.alloc(1_000));
  await pass(60, slow, () => {
    slow.socket.send(Buffer.alloc(100));
    slow.link.bufferedAmount -= 101;
  });
  expect(slow.link.closedWith).toBeUndefined();
});

it('LiveSocket sends a long home in parts, each when the client has got those before, with urgent messages between them', () => {
  const { link, socket } = slowSocket();
  socket.sendHome(Buffer.alloc(100_000, 'home'));
  expect(link.sent).toEqual(['{"t', 'hom', 'hom']);
  socket.send(Buffer.from('change'), 'of-home');
  socket.sendLast(() => [Buffer.from('list')]);
  socket.send(Buffer.from('layout'));
  socket.send(Buffer.from('answer'), 'at-once');
  expect(link.sent.slice(3)).toEqual(['ans']);
  link.arrive();
  link.arrive();
  expect(link.sent.slice(4)).toEqual(['hom', 'hom', 'cha', 'lay', 'lis']);
});

it('LiveSocket sends a newer home behind the one on its way, without changes that it contains', () => {
  const { link, socket } = slowSocket();
  socket.sendHome(Buffer.alloc(80_000, 'o'));
  socket.send(Buffer.from('a change of the old one'), 'of-home');
  socket.send(Buffer.from('its layout'));
  socket.sendHome(Buffer.alloc(80_000, 'n'));
  socket.send(Buffer.from('later'), 'of-home');
  for (let part = 0; part < 6; part++) link.arrive();
  expect(link.sent.map((each) => each.slice(0, 1)).join('')).toBe('{ooo{nnnil');
});
