import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Cut, CutWay } from './cut';
import { FaultyConnection } from './faulty-connection';
import type { NetworkConditions } from './line';

/** Faults of a network. Changes apply to what comes after them. */
export interface Faults extends NetworkConditions {
  /**
   * Drops all bytes and FINs in both directions, as if the other side were gone. Connections that were open
   * meanwhile stay dead; new ones work again afterwards.
   */
  readonly isHalfOpen: boolean;
  /** Resets every new connection at once. */
  readonly isRefusing: boolean;
  /** A fixed response for every new connection; null forwards it. */
  readonly answer: string | null;
}

/** A network without faults. */
export const NO_FAULTS: Faults = {
  latencyMs: 0,
  sliceBytes: Infinity,
  isHalfOpen: false,
  isRefusing: false,
  answer: null
};

/** A response for `Faults.answer` of an overloaded server, with a Retry-After in seconds. */
export const busyAnswer = (status: number, retryAfterSeconds: number) =>
  `HTTP/1.1 ${status} Busy\r\nRetry-After: ${retryAfterSeconds}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

/** A TCP proxy on loopback that injects network faults. */
export interface TcpFaultProxy {
  readonly port: number;
  /** Changes these faults; the others stay. */
  set(faults: Partial<Faults>): void;
  /**
   * Cuts the connection of the next request that matches. Resolves after the cut. Several cuts can be
   * planned.
   */
  cutOn(cut: Cut): Promise<void>;
  /** Closes all open connections. */
  cut(way: CutWay): void;
  stop(): Promise<void>;
}

/** Starts a fault proxy to port `to` of 127.0.0.1, on a free port. */
export async function startTcpFaultProxy(to: number): Promise<TcpFaultProxy> {
  let faults = NO_FAULTS;
  const connections = new Set<FaultyConnection>();
  const answeredClients = new Set<Socket>();
  const planned: { readonly cut: Cut; readonly onCut: () => void }[] = [];

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (faults.isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const { answer } = faults;
    if (answer !== null) {
      answeredClients.add(client);
      client.on('error', () => undefined);
      client.on('close', () => answeredClients.delete(client));
      client.on('end', () => client.end());
      client.once('data', () => client.end(answer));
      return;
    }
    const connection = new FaultyConnection(client, to, {
      conditions: () => faults,
      planFor: (request) => {
        const index = planned.findIndex(({ cut: { on } }) =>
          typeof on === 'string' ? request.includes(on) : on(request)
        );
        return index < 0 ? undefined : planned.splice(index, 1)[0];
      },
      onClosed: () => connections.delete(connection)
    });
    connections.add(connection);
    if (faults.isHalfOpen) connection.die();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    set(changed) {
      faults = { ...faults, ...changed };
      if (faults.isHalfOpen) for (const connection of connections) connection.die();
    },
    cutOn: (cut) => new Promise((onCut) => planned.push({ cut, onCut })),
    cut(way) {
      for (const connection of connections) connection.cut(way);
    },
    async stop() {
      for (const connection of connections) connection.cut('reset');
      for (const client of answeredClients) client.destroy();
      server.close();
      await once(server, 'close');
    }
  };
}
