import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkZWaveJs } from '../../../proxy/doctor/zwave-js-check';

/** A port that listens on an address of loopback, or on all of them. */
async function listen(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('finds a Z-Wave JS server that other machines reach', async () => {
  const own = await import('node:os').then(({ networkInterfaces }) =>
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)
  );
  const address = own?.address;
  const everywhere = await listen('0.0.0.0');
  const [finding] = await checkZWaveJs(
    `ws://127.0.0.1:${everywhere}`,
    address === undefined ? [] : [address]
  );
  expect(finding).toMatchObject(address === undefined ? { level: 'ok' } : { level: 'problem' });
});

it('is content with one that only this machine reaches, or that has a pinned certificate', async () => {
  const port = await listen('127.0.0.1');
  expect(await checkZWaveJs(`ws://127.0.0.1:${port}`, ['192.0.2.1'])).toMatchObject([{ level: 'ok' }]);
  expect(await checkZWaveJs(`wss://192.168.1.5#${'AB'.repeat(32)}`, [])).toMatchObject([{ level: 'ok' }]);
});

it('finds that nothing answers where the option says', async () => {
  expect(await checkZWaveJs('ws://127.0.0.1:1', [])).toMatchObject([{ level: 'problem' }]);
});
