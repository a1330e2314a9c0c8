import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { createServer as createTcpServer, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { systemClock, type Clock } from '#shared/clock';
import { createAuthority } from '../../../../proxy/server/origin/tls/authority';
import { ServerLink } from '../../../../proxy/sources/zwave-js/link';
import { FakeClock, settle } from '../../../support/fake-clock';
import { listening } from '../../../support/listening';
import { BUILT_AT } from '../../../support/test-proxy';
import {
  answerTo,
  fakeServer,
  greet,
  houseBut,
  houseOf,
  longestPause,
  onePlug,
  plug,
  soon
} from './fake-server';
import { eventOf } from './source';

/** Opens a link on loopback, and keeps why it ended. */
async function open(port: number, clock: Clock = systemClock, fingerprint: string | null = null) {
  const reasons: string[] = [];
  const events: unknown[] = [];
  const opened = await ServerLink.open(
    { host: '127.0.0.1', port, path: '/', fingerprint },
    {
      clock,
      onEvent: (event) => events.push(event),
      onClose: (reason, isTooMuch) => reasons.push(isTooMuch ? `${reason} true` : reason)
    }
  );
  if (opened.ok) onTestFinished(() => opened.value.close());
  return { opened, link: opened.ok ? opened.value : undefined, reasons, events };
}

/** Opens a link to a server that answers so. */
async function linkTo(onMessage: Parameters<typeof fakeServer>[0], clock?: Clock) {
  const server = await fakeServer(onMessage);
  return { ...server, ...(await open(server.port, clock)) };
}

/** A server behind TLS, and how many requests came through it. */
async function secureServer() {
  const { key, certificate } = createAuthority(BUILT_AT);
  const server = createServer({ key, cert: certificate });
  let requests = 0;
  server.on('upgrade', () => (requests += 1));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', greet());
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return { port, pin: new X509Certificate(certificate).fingerprint256, requests: () => requests };
}

describe('a link to a Z-Wave JS server', () => {
  it('is opened by TLS to a server whose certificate is the pinned one', async () => {
    const { port, pin } = await secureServer();
    const { link } = await open(port, systemClock, pin);
    expect(link?.version).toMatchObject({ homeId: 7 });
  });

  it('sends no request to a server with another certificate than the pinned one', async () => {
    const { port, requests } = await secureServer();
    const { opened } = await open(port, systemClock, 'AB:'.repeat(31) + 'CD');
    expect({ opened, requests: requests() }).toMatchObject({
      opened: { ok: false, error: { message: 'The server has another certificate than the pinned one.' } },
      requests: 0
    });
  });

  it('is given up if a server accepts it and says nothing, after one timeout for all steps', async () => {
    const clock = new FakeClock();
    const silent = createTcpServer();
    const opening = open(await listening(silent), clock);
    const [socket] = (await once(silent, 'connection')) as [{ destroy(): void }];
    onTestFinished(() => socket.destroy());
    clock.pass(3_000);
    expect((await opening).opened).toMatchObject({ ok: false });
    expect(clock.waiting).toBe(0);
  });

  it('ends if the server stops answering, within four seconds', async () => {
    const clock = new FakeClock();
    const { reasons, sockets } = await linkTo(onePlug, clock);
    sockets[0]?.pause();
    clock.pass(2_000);
    expect(reasons).toEqual([]);
    clock.pass(2_000);
    expect(reasons).toEqual(['The server has stopped answering.']);
  });

  it('waits for a state that comes slowly, in the middle of which no pong can come', async () => {
    const clock = new FakeClock();
    const { link, reasons, sockets, received } = await linkTo(
      houseBut('start_listening', (socket) => announce(socket, 1024 * 1024)),
      clock
    );
    void link?.listen(29);
    await soon(() => expect(received).toHaveLength(2));
    // What the server answers to a ping is a part of the message then.
    for (let second = 0; second < 20; second += 2) {
      clock.pass(2_000);
      for (let turn = 0; turn < 50; turn += 1) await settle();
    }
    expect(reasons).toEqual([]);
    sockets[0]?.pause();
    clock.pass(4_000);
    expect(reasons).toEqual(['The server has stopped answering.']);
  });

  it.each([
    ['no request', '', 1],
    ['the first request alone', 'set_api_schema', 2]
  ])(
    'ends if the server answers %s within 30 s, though it answers pings',
    async (_what, answered, requests) => {
      const clock = new FakeClock();
      const { link, reasons, events, sockets, received } = await linkTo((socket, message) => {
        if (message['command'] === answered) socket.send(answerTo(message, {}));
      }, clock);
      const state = link?.listen(29);
      await soon(() => expect(received).toHaveLength(requests));
      let pings = 0;
      // It has answered the ping before it says this.
      sockets[0]?.on('ping', () => sockets[0]?.send(eventOf((pings += 1))));
      for (let second = 2; second < 30; second += 2) {
        clock.pass(2_000);
        await soon(() => expect(events).toContain(second / 2));
      }
      expect(reasons).toEqual([]);
      clock.pass(2_000);
      expect(reasons).toEqual(['The server does not send its state.']);
      expect(await state).toMatchObject({ ok: false });
    }
  );

  it('ends as soon as the server announces a state of more than 32 MB', async () => {
    const { link, reasons } = await linkTo(
      houseBut('start_listening', (socket) => announce(socket, 33 * 1024 * 1024))
    );
    expect(await link?.listen(29)).toMatchObject({ ok: false });
    expect(reasons).toEqual(['Max payload size exceeded true']);
  });

  it.each([
    ['5,000 nodes', () => '{},'.repeat(5_000)],
    ['a node of more than a megabyte', () => `{"name":"${'x'.repeat(1_100_000)}"},`],
    ['more than 5 MB of what a home needs', () => manyValues(100, { state: 180 })],
    ['a megabyte beside its nodes', () => `],"more":["${'x'.repeat(1_100_000)}",`]
  ])('ends if the state has %s, and says that it was too much', async (_what, nodes) => {
    const { link, reasons } = await linkTo(
      houseBut('start_listening', (socket, message) =>
        socket.send(stateOf(message, `"nodes":[${nodes()}null]`))
      )
    );
    expect(await link?.listen(29)).toMatchObject({ ok: false });
    expect(reasons).toEqual(['The home of this server is too large. true']);
  });

  it('finds the nodes of a state behind texts that look like them', async () => {
    const odd = '\\"nodes\\":[{\\\\';
    const { link } = await linkTo(
      houseBut('start_listening', (socket, message) => {
        const before = { other: [{ nodes: [{ nodeId: 9 }] }, '"nodes":[{', odd] };
        const nodes = [plug(2, { name: `}]"${odd}` }), 7, [], plug(3)];
        const state = { ...before, controller: { homeId: 7 }, nodes };
        socket.send(answerTo(message, { nodes: [], state }));
      })
    );
    const state = await link?.listen(29);
    expect(state?.ok && state.value.nodes.map(({ nodeId, name }) => [nodeId, name])).toEqual([
      [2, `}]"${odd}`],
      [3, 'Plug 3']
    ]);
  });

  it('leaves the main thread free while a large state is parsed', async () => {
    const state = Buffer.from(
      stateOf({ messageId: '2' }, `"nodes":[${manyValues(90, { state: 40, description: 1_000 })}null]`)
    );
    const { port } = await fakeServer(
      houseBut('start_listening', (socket) => socket.send(state, { binary: false }))
    );
    // Of three, the shortest counts: other programs lengthen some of them.
    const shares: number[] = [];
    for (const _try of [1, 2, 3]) {
      const { link } = await open(port);
      const started = performance.now();
      const { longest, result } = await longestPause(async () => link?.listen(29));
      expect(result).toMatchObject({ ok: true });
      shares.push(longest / (performance.now() - started));
    }
    expect(Math.min(...shares)).toBeLessThan(0.3);
  });

  it('reads at most 2 MB a second', async () => {
    const clock = new FakeClock();
    const { events, sockets } = await linkTo(
      houseOf(() => []),
      clock
    );
    const padding = 'x'.repeat(700_000);
    for (let index = 0; index < 12; index += 1) sockets[0]?.send(eventOf({ padding }));
    await soon(() => expect(events.length).toBeGreaterThanOrEqual(3));
    for (let turn = 0; turn < 50; turn += 1) await settle();
    expect(events.length).toBeLessThan(5);
    clock.pass(1_000);
    await soon(() => expect(events.length).toBeGreaterThanOrEqual(6));
  });

  it('reads at most 2,000 messages a second, and lets the server wait with the others', async () => {
    const clock = new FakeClock();
    const { events, reasons, sockets } = await linkTo(
      houseOf(() => []),
      clock
    );
    for (let index = 0; index < 50_000; index += 1)
      sockets[0]?.send(eventOf({ padding: 'x'.repeat(1_000), index }));
    await soon(() => expect(events.length).toBeGreaterThanOrEqual(2_000));
    for (let turn = 0; turn < 50; turn += 1) await settle();
    // What had come with the last of them.
    expect(events.length).toBeLessThan(2_200);
    clock.pass(1_000);
    await soon(() => expect(events.length).toBeGreaterThanOrEqual(4_000));
    expect({ hasFewer: events.length < 4_400, reasons }).toEqual({ hasFewer: true, reasons: [] });
  });
});

/** So many nodes as text, each with 100 values, with texts of these lengths: states are read, descriptions are not. */
const manyValues = (nodes: number, { state = 8, description = 0 }) => {
  const states = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [n, 'S'.repeat(state)]));
  const values = Array.from({ length: 100 }, (_, n) => ({
    endpoint: 0,
    commandClass: 37,
    property: `Property ${n}`,
    value: true,
    metadata: { states, description: 'x'.repeat(description) }
  }));
  return Array.from({ length: nodes }, (_, n) => `${JSON.stringify(plug(n + 2, { values }))},`).join('');
};

/** The answer to a request for the state, whose nodes are given as text. */
const stateOf = ({ messageId }: Record<string, unknown>, nodes: string) =>
  `{"type":"result","success":true,"messageId":"${String(messageId)}","result":{"state":{"controller":{"homeId":7},${nodes}}}}`;

/** Sends the head of a text message of this length, and nothing of it. */
function announce(socket: WebSocket, length: number) {
  const head = Buffer.alloc(10);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  const raw: unknown = Reflect.get(socket, '_socket');
  if (raw instanceof Socket) raw.write(head);
}
