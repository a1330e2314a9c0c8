import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { WebSocketServer, type WebSocket } from 'ws';
import { reported } from '../../support/figures';
import { join } from '../../support/join';
import type { Scenario } from '../scenario';
import { withSetup, type AttackSetup } from './setup';

const LASTS_MS = 15_000;
const EVENTS_INTERVAL_MS = 25;

const PLUG = {
  ...{ nodeId: 2, status: 4, ready: true, name: 'Plug', location: 'Hall', deviceClass: null },
  ...{ manufacturerId: 1, productType: 2, productId: 3 },
  endpoints: [{ index: 0, deviceClass: null, commandClasses: [{ id: 37 }] }],
  values: [
    { endpoint: 0, commandClass: 37, property: 'currentValue', propertyName: 'currentValue', value: false },
    { endpoint: 0, commandClass: 37, property: 'targetValue', propertyName: 'targetValue' }
  ]
};

/** A Z-Wave JS server with one plug, which can turn hostile. */
class HostileServer {
  readonly #server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  #connections = 0;
  /** The nodes of its state as JSON. */
  nodes = JSON.stringify([PLUG]);

  constructor() {
    this.#server.on('connection', (socket) => {
      this.#connections++;
      socket.on('error', () => undefined);
      socket.on('message', (data: Buffer) => this.#answer(socket, data));
      const versions = { driverVersion: '15', serverVersion: '3', minSchemaVersion: 0, maxSchemaVersion: 40 };
      socket.send(JSON.stringify({ type: 'version', homeId: 7, ...versions }));
    });
  }

  async address(): Promise<string> {
    if (this.#server.address() === null) await once(this.#server, 'listening');
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.#connections;
  }

  /** Sends an event on all connections. */
  say(text: string): void {
    for (const socket of this.#server.clients) if (socket.bufferedAmount < 8_000_000) socket.send(text);
  }

  /** Has one plug again. */
  calmDown(): void {
    this.nodes = JSON.stringify([PLUG]);
    this.cutAll();
  }

  cutAll(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  #answer(socket: WebSocket, data: Buffer): void {
    const { messageId, command } = JSON.parse(data.toString()) as Record<string, unknown>;
    const nodes = `{"state":{"controller":{"homeId":7,"ownNodeId":1},"nodes":${this.nodes}}}`;
    const others = command === 'node.get_state' ? JSON.stringify({ state: PLUG }) : '{}';
    const result = command === 'start_listening' ? nodes : others;
    socket.send(`{"type":"result","success":true,"messageId":"${String(messageId)}","result":${result}}`);
  }

  stop(): void {
    this.cutAll();
    this.#server.close();
  }
}

const controllersSchema = v.object({ controllers: v.array(v.object({ id: v.string(), name: v.string() })) });

/** Sets the server up, as the owner. */
async function setUp({ ask, signIn, program }: AttackSetup): Promise<void> {
  // A sign-in at another controller creates another screen.
  const { cookie } = await signIn();
  await ask({ method: 'POST', path: '/api/controllers/search', headers: { cookie }, body: {} });
  for (;;) {
    const { text } = await ask({ path: '/api/controllers', headers: { cookie } });
    const found = v
      .parse(controllersSchema, JSON.parse(text))
      .controllers.find(({ name }) => name === 'Z-Wave JS');
    if (found) {
      await join(program.url, { controller: found.id, username: 'anna', password: 'correct horse' }, cookie);
      return;
    }
    await sleep(200);
  }
}

const hostile = (about: string, attack: (server: HostileServer) => Promise<void>): Scenario => ({
  about: `A Z-Wave JS server ${about}`,
  async run() {
    const server = new HostileServer();
    try {
      return await withSetup({ options: ['--zwave-js', await server.address()] }, async (setup) => {
        await setUp(setup);
        await sleep(1_000);
        return setup.measureMemory(() =>
          setup.measureWaits(async () => {
            await attack(server);
            server.calmDown();
            return [reported('Connections to this server', server.connections)];
          })
        );
      });
    } finally {
      server.stop();
    }
  }
});

/** A node with 4,000 command classes. */
const FAT_NODE = JSON.stringify({
  ...PLUG,
  endpoints: [
    { index: 0, deviceClass: null, commandClasses: Array.from({ length: 4_000 }, (_, id) => ({ id })) }
  ]
});
const FAT_EVENT = JSON.stringify({
  type: 'event',
  event: {
    ...{ source: 'node', event: 'value updated', nodeId: 2 },
    args: {
      ...{ endpoint: 0, commandClass: 37, property: 'currentValue' },
      newValue: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key ${n}`, n]))
    }
  }
});

const becomes = (nodes: () => string) => async (server: HostileServer) => {
  server.nodes = nodes();
  server.cutAll();
  await sleep(LASTS_MS);
};

/** Attempts of a hostile Z-Wave JS server. */
export const ZWAVE: Readonly<Record<string, Scenario>> = {
  'zwave-classes': hostile(
    'whose first state has 30 MB of nodes with 4,000 command classes each',
    becomes(() => `[${Array(600).fill(FAT_NODE).join()}]`)
  ),
  'zwave-nodes': hostile(
    'whose first state has 30 MB of empty nodes',
    becomes(() => `[${'{},'.repeat(10_000_000)}{}]`)
  ),
  'zwave-events': hostile('that sends 40 events of 740 kB a second', async (server) => {
    const begun = performance.now();
    while (performance.now() - begun < LASTS_MS) {
      server.say(FAT_EVENT);
      await sleep(EVENTS_INTERVAL_MS);
    }
  })
};
