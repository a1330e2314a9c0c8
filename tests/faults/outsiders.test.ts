import { createSocket, type Socket } from 'node:dgram';
import { systemClock as clock, wait } from '#shared/clock';
import { once } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { json } from '../../tools/support/misbehaving-controller';
import { freeUdpPort } from '../../tools/support/ports';
import { ANSWERING, DATAGRAMS } from './cases/datagrams';
import { FRAMES } from './cases/frames';
import { startLive } from './proxy-fixture';

const discoveryPort = await freeUdpPort();

const { proxy, screen, path, headers, reportLevel } = await startLive({
  behaviours: { 'POST /devices/2/actions': json({}) },
  clock,
  argv: ['--discovery-targets', ANSWERING, '--discovery-port', String(discoveryPort)]
});
let last = 1;
const live = {
  url: `${proxy.origin.replace('http', 'ws')}${path}/live`,
  headers: { ...headers, origin: proxy.origin }
};
/** Another screen of the same user sees changes. */
async function otherScreenIsCurrent() {
  const level = 1 + (++last % 90);
  await reportLevel(level, last);
  expect(screen.connections).toBe(1);
}

it.each(Object.entries(FRAMES))(
  'a client that sends %s does not affect another screen',
  async (_name, { misbehave, code, mayBeCut }) => {
    const socket = new WebSocket(live.url, { headers: live.headers });
    let tcp: TcpSocket | undefined;
    socket.on('upgrade', (response) => (tcp = response.socket));
    socket.on('error', () => undefined);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await once(socket, 'message');
    if (!tcp) throw new Error('never upgraded');
    misbehave(socket, tcp);
    if (code !== null) expect(mayBeCut ? [code, 1006] : [code]).toContain(await closed);
    await otherScreenIsCurrent();
    if (code === null) expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
    await closed;
  }
);

describe('a search that receives', () => {
  /** The names in the list after a search has received all malformed datagrams and two valid ones. */
  let listed: string[] = [];
  let answering: Socket;

  /** Only screens of the household receive the whole list. */
  const asOwner = () => ({ headers: { cookie: live.headers.cookie } });
  const macOf = (n: number) => `02:00:00:00:00:${n.toString(16).padStart(2, '0')}`;
  const names = async () => {
    const { json: answer } = await proxy.call('/api/controllers', asOwner());
    return (answer as { controllers: { name: string }[] }).controllers.map(({ name }) => name);
  };

  beforeAll(async () => {
    answering = createSocket('udp4');
    answering.bind(discoveryPort, ANSWERING);
    await once(answering, 'listening');
    const called = once(answering, 'message') as Promise<[Buffer]>;
    await proxy.call('/api/controllers/search', { ...asOwner(), method: 'POST', body: {} });
    const port = Number(/\d+$/.exec(String((await called)[0]))?.[0]);
    const say = (bytes: Buffer | string) =>
      new Promise((resolve) => answering.send(bytes, port, '127.0.0.1', resolve));
    const good = (name: string, n: number) => say(JSON.stringify({ name, ip: ANSWERING, mac: macOf(n) }));
    await good('Good, before', 1);
    // Each from another address, since only a few of one sender are read.
    for (const [n, [name, datagram]] of Object.entries(DATAGRAMS).entries()) {
      const from = `127.84.5.${n + 10}`;
      const sender = createSocket('udp4');
      sender.bind(0, from);
      await once(sender, 'listening');
      await new Promise((resolve) =>
        sender.send(datagram(name, macOf(n + 10), from), port, '127.0.0.1', resolve)
      );
      sender.close();
    }
    await good('Good, after', 2);
    await good('Good, after', 2);
    while (!(await names()).includes('Good, after')) await wait(clock, 50);
    listed = await names();
    // Late answers are ignored.
    const isSearching = async () =>
      ((await proxy.call('/api/controllers', asOwner())).json as { searching: boolean }).searching;
    while (await isSearching()) await wait(clock, 100);
    await good('Late', 4);
  });

  afterAll(() => answering.close());

  it.each(Object.keys(DATAGRAMS))('a search ignores %s', (name) => {
    expect(listed.filter((shown) => shown.startsWith(name))).toEqual([]);
  });

  it('a search lists several controllers at one address once each', () => {
    expect(listed.filter((name) => name.startsWith('Good')).sort()).toEqual(['Good, after', 'Good, before']);
  });

  it('a late reply lists no controller', async () => {
    expect(await names()).not.toContain('Late');
    await otherScreenIsCurrent();
  });
});
