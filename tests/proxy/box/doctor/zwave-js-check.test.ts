import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { checkZWaveJs } from '../../../../proxy/box/doctor/zwave-js-check';

const VERSION = { type: 'version', homeId: 7, minSchemaVersion: 0, maxSchemaVersion: 50 };

/** A server that listens on an address of loopback, or on all addresses, with what it received. */
async function listen(host: string, greeting: object = VERSION) {
  const server = new WebSocketServer({ host, port: 0 });
  const received: string[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => received.push(data.toString()));
    socket.send(JSON.stringify(greeting));
  });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, received };
}

/** An address of this machine that is not on loopback. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

it.runIf(ownAddress)(
  'warns of a Z-Wave JS server that is open to the network, and sends nothing to it',
  async () => {
    const { url, received } = await listen('0.0.0.0');
    const [finding] = await checkZWaveJs(url, ownAddress === undefined ? [] : [ownAddress]);
    expect(finding).toMatchObject({ level: 'problem' });
    expect(JSON.stringify(finding)).toContain(`open to the network at ${ownAddress}`);
    expect(received).toEqual([]);
  }
);

it('is content with one that only this machine reaches, but not with a pinned certificate that nobody answers by', async () => {
  const { url } = await listen('127.0.0.1');
  expect(await checkZWaveJs(url, ['127.0.0.9', '127.0.0.1'])).toMatchObject([{ level: 'ok' }]);
  const pinned = `wss://127.0.0.1:1#${'AB'.repeat(32)}`;
  expect(await checkZWaveJs(pinned, [])).toMatchObject([{ level: 'problem' }]);
});

it('does not take another program on the port for a Z-Wave JS server', async () => {
  const { url } = await listen('0.0.0.0', { type: 'hello' });
  expect(await checkZWaveJs(url, [])).toMatchObject([
    { level: 'problem', text: expect.stringContaining('No Z-Wave JS server answers') }
  ]);
});

it('finds that nothing answers where the option says', async () => {
  expect(await checkZWaveJs('ws://127.0.0.1:1', [])).toMatchObject([{ level: 'problem' }]);
});
