import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { DISCOVERY_PREFIXES, DiscoveryAnswer } from '../../../tools/virtual/discovery';

const IDENTITY = { name: 'Ferienhaus „Möwe“', mac: '02:00:00:00:00:01' };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const [DISCOVERY_PREFIX] = DISCOVERY_PREFIXES;

async function answering(httpHost: string, prefixes: readonly string[] = DISCOVERY_PREFIXES) {
  const discovery = new DiscoveryAnswer(IDENTITY, { host: '127.0.0.1', port: 0, prefixes }, httpHost);
  stops.push(() => discovery.stop());
  return { discovery, port: await discovery.start() };
}

/** Sends a search. Returns the first answer and its sender's address. */
async function search(port: number, prefix: string = DISCOVERY_PREFIX) {
  const socket = createSocket('udp4');
  stops.push(() => socket.close());
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const answer = new Promise<{ reply: unknown; from: string }>((resolve) => {
    socket.once('message', (message, { address }) =>
      resolve({ reply: JSON.parse(message.toString('utf8')), from: address })
    );
  });
  // The answer goes to the port in the search, and not to the one that it came from.
  const sender = createSocket('udp4');
  stops.push(() => sender.close());
  sender.send(`${prefix}${socket.address().port}`, port, '127.0.0.1');
  return answer;
}

test.each(DISCOVERY_PREFIXES)('a search is answered if it starts with %s', async (prefix) => {
  const { port } = await answering('127.0.0.1');
  expect(await search(port, prefix)).toMatchObject({ reply: { mac: IDENTITY.mac } });
});

test('a search is answered with name, mac, and the address at which the sender reaches HTTP', async () => {
  const { port } = await answering('0.0.0.0');
  expect(await search(port)).toEqual({ reply: { ...IDENTITY, ip: '127.0.0.1' }, from: '127.0.0.1' });
});

test('a search is answered from the one address of the HTTP listener', async () => {
  const { port } = await answering('127.0.0.2');
  expect(await search(port)).toEqual({ reply: { ...IDENTITY, ip: '127.0.0.2' }, from: '127.0.0.2' });
});

test('a search with another manufacturer’s prefix is answered if that one is set', async () => {
  const { port } = await answering('127.0.0.1', ['HAUS_']);
  expect(await search(port, 'HAUS_')).toMatchObject({ reply: IDENTITY });
});

test('a search whose answer cannot be sent does not affect the next one', async () => {
  const { port } = await answering('127.0.0.1');
  const closed = createSocket('udp4');
  closed.bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const deaf = closed.address().port;
  closed.close();
  const stranger = createSocket('udp4');
  stops.push(() => stranger.close());
  for (let sent = 0; sent < 200; sent += 1) stranger.send(`${DISCOVERY_PREFIX}${deaf}`, port, '127.0.0.1');
  expect(await search(port)).toMatchObject({ reply: IDENTITY });
});

test('a port that is in use is an error, and nothing is left open', async () => {
  const holder = createSocket('udp4');
  stops.push(() => holder.close());
  holder.bind({ port: 0, address: '127.0.0.1', exclusive: true });
  await once(holder, 'listening');
  const options = { host: '127.0.0.1', port: holder.address().port, prefixes: DISCOVERY_PREFIXES };
  await expect(new DiscoveryAnswer(IDENTITY, options, '127.0.0.1').start()).rejects.toThrow('EADDRINUSE');
});
