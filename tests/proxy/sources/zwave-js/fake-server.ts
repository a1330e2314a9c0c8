import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { isRecord } from '#shared/home';

/** A request of Mantel. */
type Message = Record<string, unknown>;

/** A server that says what a test lets it say. */
export async function fakeServer(
  onMessage: (socket: WebSocket, message: Message) => void,
  onOpen: (socket: WebSocket) => void = greet()
) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const received: Message[] = [];
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      received.push(message);
      onMessage(socket, message);
    });
    onOpen(socket);
  });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received, sockets, opened: () => sockets.length };
}

/** Says at first which server it is. */
export const greet =
  (more: object = {}) =>
  (socket: WebSocket) => {
    const schemas = { minSchemaVersion: 0, maxSchemaVersion: 50 };
    const versions = { ...schemas, driverVersion: '15', serverVersion: '3' };
    socket.send(JSON.stringify({ type: 'version', homeId: 7, ...versions, ...more }));
  };

const ofSwitch = (property: string) => ({
  endpoint: 0,
  commandClass: 37,
  property,
  propertyName: property,
  metadata: {}
});

/** A node with a switch. */
export const plug = (nodeId: number, more: object = {}) => ({
  nodeId,
  status: 4,
  ready: true,
  name: `Plug ${nodeId}`,
  location: 'Hall',
  manufacturerId: 1,
  productType: 2,
  productId: 3,
  deviceClass: { generic: { key: 16 }, specific: { key: 1 } },
  endpoints: [{ index: 0, deviceClass: null, commandClasses: [{ id: 37 }] }],
  values: [{ ...ofSwitch('currentValue'), value: false }, ofSwitch('targetValue')],
  ...more
});

/** The answer to a request. */
export const answerTo = ({ messageId }: Message, result: unknown) =>
  JSON.stringify({ type: 'result', messageId, success: true, result });

/** Answers like a server with these nodes. */
export const houseOf =
  (nodes: () => readonly object[], more: (message: Message) => object | undefined = () => undefined) =>
  (socket: WebSocket, message: Message) => {
    const { command } = message;
    const result =
      command === 'start_listening'
        ? { state: { controller: { homeId: 7, ownNodeId: 1 }, nodes: nodes() } }
        : command === 'node.get_state'
          ? { state: nodes().find((node) => isRecord(node) && node['nodeId'] === message['nodeId']) }
          : (more(message) ?? {});
    socket.send(answerTo(message, result));
  };

/** Answers like a server with one plug. */
export const onePlug = houseOf(() => [plug(2)]);

/** Answers one command in another way than a server with these nodes. */
export const houseBut =
  (
    command: string,
    answer: (socket: WebSocket, message: Message) => void,
    nodes: () => readonly object[] = () => []
  ) =>
  (socket: WebSocket, message: Message) =>
    (message['command'] === command ? answer : houseOf(nodes))(socket, message);

/** Resolves when a check passes. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 });

/** The longest time in ms for which this thread did nothing else while some work was done, and what that returned. */
export async function longestPause<T>(work: () => Promise<T>): Promise<{ longest: number; result: T }> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  const result = await work();
  look();
  clearInterval(timer);
  return { longest, result };
}
