import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { systemClock } from '#shared/clock';
import { FoundControllers } from '../../../../../proxy/server/controllers/discovery/found-controllers';
import { type DiscoveryReply } from '../../../../../proxy/server/controllers/discovery/reply';
import { Search, type SearchDeps } from '../../../../../proxy/server/controllers/discovery/search';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';

/** The discovery prefix of these tests. */
export const PREFIX = 'CONTROLLER_DETECT';

interface Call {
  readonly text: string;
  readonly from: RemoteInfo;
}

/** Stands in for the network: a socket that receives searches and can send anything to their sender. */
export class Network {
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
    socket.bind(0);
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

  /** Sends to the port that the last search named, from this socket or from one at another address. */
  async say(message: unknown, from?: string) {
    const { text = '' } = this.calls.at(-1) ?? {};
    const bytes = Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message);
    const sender = from === undefined ? this.socket : createSocket('udp4');
    if (from !== undefined) {
      sender.bind(0, from);
      await once(sender, 'listening');
    }
    await new Promise((resolve) => {
      sender.send(bytes, Number(/\d+$/.exec(text)?.[0]), '127.0.0.1', resolve);
    });
    if (from !== undefined) sender.close();
  }
}

const macOf = (n: number) =>
  `02:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`;
/** A valid reply of a controller at 127.0.0.1. */
export const replyOf = (n: number) => ({ name: `House ${n}`, ip: '127.0.0.1', mac: macOf(n) });

/** The same as it is read. */
export const readOf = (n: number): DiscoveryReply => ({
  name: `House ${n}`,
  address: '127.0.0.1',
  mac: macOf(n).replaceAll(':', '')
});

/** A search on a network of one socket. */
export async function open(
  parts: Partial<Omit<SearchDeps, 'found'>> = {},
  controllers = new FoundControllers(parts.clock ?? systemClock)
) {
  const network = await Network.open();
  const clock = new FakeClock();
  const log = new LogCapture();
  const found: DiscoveryReply[] = [];
  const waiting: (() => void)[] = [];
  const search = new Search({
    clock,
    log,
    prefixes: [PREFIX],
    targets: ['127.0.0.1'],
    rule: { allowLoopback: true },
    found: {
      add(reply) {
        found.push(reply);
        controllers.add(reply);
        waiting.splice(0).forEach((resolve) => resolve());
      },
      list: () => controllers.list()
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
