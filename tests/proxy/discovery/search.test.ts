import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#shared/clock';
import type { DiscoveryReply } from '../../../proxy/discovery/reply';
import { Search, SEARCH_DURATION_MS, type SearchDeps } from '../../../proxy/discovery/search';
import { FakeClock, settle } from '../../support/fake-clock';
import { slowness } from '../../support/yardstick';
import { LogCapture } from '../../support/log-capture';

const PREFIX = 'CONTROLLER_DETECT';

interface Call {
  readonly text: string;
  readonly from: RemoteInfo;
}

/** Stands in for the network: a socket that receives searches and can send anything to their sender. */
class Network {
  readonly calls: Call[] = [];
  readonly #waiting: (() => void)[] = [];

  private constructor(readonly socket: Socket) {
    socket.on('message', (message, from) => {
      this.calls.push({ text: message.toString(), from });
      this.#waiting.splice(0).forEach((resolve) => resolve());
    });
  }

  static async open() {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    return new Network(socket);
  }

  get port() {
    return this.socket.address().port;
  }

  /** Resolves once this number of searches was received. */
  async heard(count: number) {
    while (this.calls.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.calls;
  }

  /** Sends to the port that the last search named. */
  async say(message: unknown) {
    const { text = '' } = this.calls.at(-1) ?? {};
    const bytes = Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message);
    await new Promise((resolve) => {
      this.socket.send(bytes, Number(/\d+$/.exec(text)?.[0]), '127.0.0.1', resolve);
    });
  }
}

/** The limits of a flood: bytes, and delay of the event loop in ms. */
const MAX_GROWTH_BYTES = 10 * 1024 * 1024;
const MAX_DELAY_MS = 50;

/** Sends ten thousand replies. */
async function flood(network: Network) {
  for (let n = 0; n < 10_000; n++) {
    await network.say(replyOf(n));
    if (n % 50 === 0) await settle();
  }
}

/** The 99th percentile of the event loop's delay during a task, in ms. */
async function delayWhile(work: () => Promise<void>) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

const macOf = (n: number) =>
  `02:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`;
const replyOf = (n: number) => ({ name: `House ${n}`, ip: '127.0.0.1', mac: macOf(n) });

/** The same as it is read. */
const readOf = (n: number): DiscoveryReply => ({
  name: `House ${n}`,
  address: '127.0.0.1',
  mac: macOf(n).replaceAll(':', '')
});

/** A search on a network of one socket. */
async function open(parts: Partial<SearchDeps> = {}) {
  const network = await Network.open();
  const clock = new FakeClock();
  const log = new LogCapture();
  const found: DiscoveryReply[] = [];
  const waiting: (() => void)[] = [];
  const search = new Search({
    clock,
    log,
    prefixes: [PREFIX],
    targets: () => ['127.0.0.1'],
    neighbours: () => [],
    rule: { allowLoopback: true },
    onFound: (reply) => {
      found.push(reply);
      waiting.splice(0).forEach((resolve) => resolve());
    },
    port: network.port,
    ...parts
  });
  onTestFinished(() => search.stop());
  const foundSome = async (count: number) => {
    while (found.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return found;
  };
  return { search, network, clock, log, found, foundSome };
}

describe('a search', () => {
  it('a search broadcasts the prefix with its own port, and receives the reply', async () => {
    const { search, network, foundSome } = await open();
    search.start();
    const [call] = await network.heard(1);
    expect(call?.text).toBe(`${PREFIX}${call?.from.port}`);
    await network.say(replyOf(1));
    expect(await foundSome(1)).toEqual([readOf(1)]);
  });

  it('a search broadcasts again, because datagrams get lost, with every prefix', async () => {
    const { search, network, clock } = await open({ prefixes: [PREFIX, 'OTHER'] });
    search.start();
    await network.heard(2);
    await clock.advance(500);
    await network.heard(4);
    await clock.advance(1_000);
    const calls = await network.heard(6);
    expect(calls.map(({ text }) => text.replace(/\d+$/, ''))).toEqual(
      Array(3).fill([PREFIX, 'OTHER']).flat()
    );
  });

  it('a sweep sends to each neighbour, and to nobody else, in bursts with pauses for replies', async () => {
    const neighbours = () => Array.from({ length: 40 }, () => '127.0.0.1');
    const { search, network, clock, foundSome } = await open({ neighbours });
    search.start({ isSweep: true });
    const [first] = await network.heard(32);
    expect(first?.text).toBe(`${PREFIX}${first?.from.port}`);
    await clock.advance(39);
    expect(network.calls).toHaveLength(32);
    await clock.advance(1);
    await network.heard(40);
    await network.say(replyOf(1));
    expect(await foundSome(1)).toEqual([readOf(1)]);
    await clock.advance(SEARCH_DURATION_MS);
    expect(search.isSearching).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it('a sweep runs at once even if a search has just started, and not again within five seconds', async () => {
    const { search, network, clock } = await open({ neighbours: () => ['127.0.0.1'] });
    search.start();
    await network.heard(1);
    search.start({ isSweep: true });
    await network.heard(2);
    search.start({ isSweep: true });
    search.start();
    await clock.advance(1);
    expect(network.calls).toHaveLength(2);
  });

  it('a search reports that it found nothing if it has ended without a reply', async () => {
    const { search, clock } = await open();
    expect(search.wasInVain).toBe(false);
    search.start();
    expect(search.wasInVain).toBe(false);
    await clock.advance(SEARCH_DURATION_MS);
    expect(search.wasInVain).toBe(true);
    await clock.advance(5_000);
    search.start();
    expect(search.wasInVain).toBe(false);
  });

  it('a search with a reply does not report that it found nothing', async () => {
    const { search, network, clock, foundSome } = await open();
    search.start();
    await network.heard(1);
    await network.say(replyOf(1));
    await foundSome(1);
    await clock.advance(SEARCH_DURATION_MS);
    expect(search.wasInVain).toBe(false);
  });

  it('a search lasts three seconds, and closes its socket and its timers', async () => {
    const { search, network, clock, found } = await open();
    search.start();
    await network.heard(1);
    await clock.advance(SEARCH_DURATION_MS - 1);
    expect(search.isSearching).toBe(true);
    await clock.advance(1);
    expect(search.isSearching).toBe(false);
    expect(clock.waiting).toBe(0);
    await network.say(replyOf(1));
    await clock.advance(SEARCH_DURATION_MS);
    expect(found).toEqual([]);
  });

  it("requests within five seconds of a search's start join it", async () => {
    const { search, network, clock } = await open();
    search.start();
    search.start();
    await network.heard(1);
    await clock.advance(4_999);
    search.start();
    expect(search.isSearching).toBe(false);
    expect(network.calls).toHaveLength(3);
    await clock.advance(1);
    search.start();
    expect(search.isSearching).toBe(true);
    await network.heard(4);
  });

  it('a search can be stopped at any moment', async () => {
    const { search, clock } = await open();
    search.start();
    search.stop();
    search.stop();
    expect(search.isSearching).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it('a search never answers a datagram', async () => {
    const { search, network, clock, foundSome } = await open();
    search.start();
    const [call] = await network.heard(1);
    await network.say(`${PREFIX}${network.port}`);
    await network.say('hello');
    await network.say(replyOf(1));
    await foundSome(1);
    // The next broadcast comes after any answer would have come.
    await clock.advance(500);
    await network.heard(2);
    expect(network.calls.map(({ text }) => text)).toEqual([call?.text, call?.text]);
  });

  it('a search reports a controller each time it replies, and ignores other datagrams', async () => {
    const { search, network, foundSome } = await open();
    search.start();
    await network.heard(1);
    for (const noise of ['', '{', '[]', 'null', Buffer.alloc(60_000), { ...replyOf(9), ip: '127.0.0.2' }])
      await network.say(noise);
    await network.say(replyOf(1));
    await network.say({ ...replyOf(1), name: 'House 1 again' });
    expect((await foundSome(2)).map(({ name }) => name)).toEqual(['House 1', 'House 1 again']);
  });

  it('a search accepts 64 controllers at most', async () => {
    const { search, network, clock, foundSome, found } = await open();
    search.start();
    await network.heard(1);
    for (let n = 0; n < 100; n++) await network.say(replyOf(n));
    await network.say({ ...replyOf(0), name: 'last' });
    await foundSome(65);
    await clock.advance(SEARCH_DURATION_MS);
    expect(new Set(found.map(({ mac }) => mac)).size).toBe(64);
    expect(found.at(-1)?.name).toBe('last');
  });

  it('a search reads only 256 of ten thousand datagrams, and stays within its limits', async () => {
    // Other work of this process and machine can spoil a measurement, so the best of three counts.
    const grown: number[] = [];
    // In ms, for an idle machine.
    const delayed: number[] = [];
    const isLight = () => Math.min(...grown) < MAX_GROWTH_BYTES && Math.min(...delayed) < MAX_DELAY_MS;
    for (let round = 0; round < 3 && !isLight(); round++) {
      // The cost of sending is measured separately, without a listener.
      const over = await open({ clock: systemClock });
      over.search.start();
      await over.network.heard(1);
      over.search.stop();
      const yardstick = await delayWhile(() => flood(over.network));

      const { search, network, log, found } = await open({ clock: systemClock });
      search.start();
      await network.heard(1);
      const before = process.memoryUsage.rss();
      delayed.push(((await delayWhile(() => flood(network))) - yardstick) / slowness());
      grown.push(process.memoryUsage.rss() - before);
      expect(search.isSearching).toBe(false);
      expect(found.length).toBeLessThanOrEqual(64);
      expect(JSON.stringify(log.entries)).toContain('"datagrams":256');
    }
    expect(Math.min(...grown)).toBeLessThan(MAX_GROWTH_BYTES);
    expect(Math.min(...delayed)).toBeLessThan(MAX_DELAY_MS);
  });
});
