import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Cut, CutWay } from './cut';
import { FaultyConnection } from './faulty-connection';
import type { Road } from './line';

/** What a network does to connections. Changed at any time, it acts on what comes after. */
export interface Faults extends Road {
  /**
   * Nobody is on the other side any more, and nobody says so: bytes and leave-takings are swallowed both ways. A connection that
   * lived through this stays dead; new ones work again once it is over.
   */
  readonly isHalfOpen: boolean;
  /** Every new connection is reset at once. */
  readonly isRefusing: boolean;
  /** What every new connection is answered with, whatever it asks for; null passes it on. */
  readonly answer: string | null;
}

/** A network in which nothing goes wrong. */
export const NO_FAULTS: Faults = {
  latencyMs: 0,
  bytesPerSecond: Infinity,
  sliceBytes: Infinity,
  isHalfOpen: false,
  isRefusing: false,
  answer: null
};

/** An answer for `Faults` that turns everybody away for so many seconds, as a server does that has too much to do. */
export const busyAnswer = (status: number, retryAfterSeconds: number) =>
  `HTTP/1.1 ${status} Busy\r\nRetry-After: ${retryAfterSeconds}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

/** A TCP proxy on loopback that does to connections what networks do. */
export interface TcpFaultProxy {
  readonly port: number;
  /** What is done now. */
  readonly faults: Faults;
  /** Does these things from now on; what is not named stays as it is. */
  set(faults: Partial<Faults>): void;
  /** Breaks the connection on which the next request goes that fits; resolves when it is broken. Several can be planned. */
  cutOn(cut: Cut): Promise<void>;
  /** Ends every connection that is open. */
  cut(way: CutWay): void;
  /** Connections that are open. */
  readonly open: number;
  /** Connections that were taken in since the start. */
  readonly taken: number;
  stop(): Promise<void>;
}

/** Starts a fault proxy before port `to` of 127.0.0.1, on `port` or a free one. */
export async function startTcpFaultProxy(to: number, port = 0): Promise<TcpFaultProxy> {
  let faults = NO_FAULTS;
  let taken = 0;
  const connections = new Set<FaultyConnection>();
  const turnedAway = new Set<Socket>();
  const planned: { readonly cut: Cut; readonly onCut: () => void }[] = [];

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (faults.isRefusing) {
      client.resetAndDestroy();
      return;
    }
    taken++;
    const { answer } = faults;
    if (answer !== null) {
      turnAway(client, answer);
      return;
    }
    const connection = new FaultyConnection(client, to, {
      road: () => faults,
      planFor: (request) => {
        const place = planned.findIndex(({ cut }) => request.includes(cut.on));
        return place < 0 ? undefined : planned.splice(place, 1)[0];
      },
      onClosed: () => connections.delete(connection)
    });
    connections.add(connection);
    if (faults.isHalfOpen) connection.die();
  });
  function turnAway(client: Socket, answer: string) {
    turnedAway.add(client);
    client.on('error', () => undefined);
    client.on('close', () => turnedAway.delete(client));
    client.on('end', () => client.end());
    client.once('data', () => client.end(answer));
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    get faults() {
      return faults;
    },
    set(changed) {
      faults = { ...faults, ...changed };
      if (faults.isHalfOpen) for (const connection of connections) connection.die();
    },
    cutOn: (cut) => new Promise((onCut) => planned.push({ cut, onCut })),
    cut(way) {
      for (const connection of connections) connection.cut(way);
    },
    get open() {
      return connections.size;
    },
    get taken() {
      return taken;
    },
    async stop() {
      for (const connection of connections) connection.cut('reset');
      for (const client of turnedAway) client.destroy();
      server.close();
      await once(server, 'close');
    }
  };
}
