import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { join } from '../../support/join';
import type { Scenario } from '../scenario';
import { withSetup, type AttackSetup } from './setup';

const LASTS_MS = 15_000;
const EVENTS_INTERVAL_MS = 25;
const MAX_UNSENT_BYTES = 8_000_000;

const SWITCH = { endpoint: 0, commandClass: 37, property: 'currentValue' };
const PLUG = JSON.stringify({ nodeId: 2, ready: true, name: 'Plug', values: [{ ...SWITCH, value: false }] });

/** Starts a Z-Wave JS server with one plug, which can become hostile. */
async function startServer() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  let nodes = `[${PLUG}]`;
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const { messageId, command } = JSON.parse(data.toString()) as { messageId: string; command: string };
      const state = command === 'start_listening' ? `{"controller":{"homeId":7},"nodes":${nodes}}` : PLUG;
      socket.send(`{"type":"result","success":true,"messageId":"${messageId}","result":{"state":${state}}}`);
    });
    socket.send('{"type":"version","homeId":7,"minSchemaVersion":0,"maxSchemaVersion":40}');
  });
  const cutAll = () => server.clients.forEach((socket) => socket.terminate());
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Has these nodes, as JSON, from its next connection on. */
    become(others: string) {
      nodes = others;
      cutAll();
    },
    say(text: string) {
      for (const socket of server.clients) if (socket.bufferedAmount < MAX_UNSENT_BYTES) socket.send(text);
    },
    stop() {
      cutAll();
      server.close();
    }
  };
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Sets the server up by another screen of the owner: a sign-in at another controller creates another one. */
async function setUp({ ask, signIn, program }: AttackSetup): Promise<void> {
  const { cookie } = await signIn();
  await ask({ method: 'POST', path: '/api/controllers/search', headers: { cookie }, body: {} });
  let id: string | undefined;
  while (id === undefined) {
    await sleep(200);
    const { text } = await ask({ path: '/api/controllers', headers: { cookie } });
    id = /"id":"([^"]*)","name":"Z-Wave JS"/.exec(text)?.[1];
  }
  await join(program.url, { controller: id, username: 'anna', password: 'correct horse' }, cookie);
}

const hostile = (about: string, attack: (server: Server) => Promise<unknown>): Scenario => ({
  about: `A Z-Wave JS server ${about}`,
  async run() {
    const server = await startServer();
    const attacked = withSetup({ options: ['--zwave-js', server.address] }, async (setup) => {
      await setUp(setup);
      return setup.measureMemory(() =>
        setup.measureWaits(async () => {
          await attack(server);
          server.become(`[${PLUG}]`);
          return [];
        })
      );
    });
    return attacked.finally(() => server.stop());
  }
});

/** A node with 4,000 command classes. */
const FAT_NODE = `{"nodeId":2,"ready":true,"endpoints":[{"index":0,"commandClasses":[${Array(4_000).fill('{"id":37}').join()}]}]}`;
/** A value of 50,000 parts. */
const FAT_VALUE = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`part ${n}`, n]));
const FAT_EVENT = JSON.stringify({
  type: 'event',
  event: { source: 'node', event: 'value updated', nodeId: 2, args: { ...SWITCH, newValue: FAT_VALUE } }
});

/** Attempts of a hostile Z-Wave JS server. */
export const ZWAVE: Readonly<Record<string, Scenario>> = {
  'zwave-classes': hostile(
    'whose first state has 30 MB of nodes with 4,000 command classes each',
    (server) => {
      server.become(`[${Array(750).fill(FAT_NODE).join()}]`);
      return sleep(LASTS_MS);
    }
  ),
  'zwave-nodes': hostile('whose first state has 30 MB of empty nodes', (server) => {
    server.become(`[${'{},'.repeat(10_000_000)}{}]`);
    return sleep(LASTS_MS);
  }),
  'zwave-events': hostile('that sends 40 events of 900 kB a second', async (server) => {
    for (let at = 0; at < LASTS_MS / EVENTS_INTERVAL_MS; at++) {
      server.say(FAT_EVENT);
      await sleep(EVENTS_INTERVAL_MS);
    }
  })
};
