import { once } from 'node:events';
import { WebSocketServer } from 'ws';

/** A node with values, as the server tells it. */
interface Node {
  readonly nodeId: number;
  readonly values: readonly { readonly property: string; readonly value: unknown }[];
}

/** A value as a node reports it. */
interface ReportedValue {
  readonly endpoint: number;
  readonly commandClass: number;
  readonly property: string;
  readonly propertyKey?: string;
  readonly newValue: unknown;
}

/**
 * A Z-Wave JS server with one lamp in the hall, which does what it is told.
 * @param nodes further nodes. Their values have a property each
 */
export async function startZWaveJsServer(nodes: readonly Node[] = []) {
  let others = nodes;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  let isOn = false;
  const id = { endpoint: 0, commandClass: 37 };
  const node = () => ({
    ...{ nodeId: 2, status: 4, ready: true, name: 'Hall lamp', location: 'Ground floor/Hall' },
    endpoints: [{ index: 0, commandClasses: [{ id: 37 }] }],
    values: [
      { ...id, property: 'currentValue', metadata: {}, value: isOn },
      { ...id, property: 'targetValue', metadata: {} }
    ]
  });
  server.on('connection', (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    say({ type: 'version', homeId: 7, minSchemaVersion: 0, maxSchemaVersion: 50 });
    socket.on('message', (data: Buffer) => {
      const { messageId, command, value, nodeId } = JSON.parse(data.toString()) as Record<string, unknown>;
      if (command === 'node.set_value') isOn = value === true;
      const results: Record<string, object> = {
        start_listening: { state: { controller: { homeId: 7, ownNodeId: 1 }, nodes: [node(), ...others] } },
        'node.get_state': { state: others.find((other) => other.nodeId === nodeId) ?? node() },
        'node.set_value': { result: { status: 255 } }
      };
      say({ type: 'result', messageId, success: true, result: results[String(command)] ?? {} });
      const args = { ...id, property: 'currentValue', newValue: isOn };
      if (command === 'node.set_value')
        say({ type: 'event', event: { source: 'node', event: 'value updated', nodeId: 2, args } });
    });
  });
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    isOn: () => isOn,
    /** A node reports a value by itself. Who reads the node gets it, too. */
    report(nodeId: number, args: ReportedValue) {
      const now = (value: Node['values'][number]) =>
        value.property === args.property ? { ...value, value: args.newValue } : value;
      others = others.map((node) =>
        node.nodeId === nodeId ? { ...node, values: node.values.map(now) } : node
      );
      const event = { source: 'node', event: 'value updated', nodeId, args };
      for (const socket of server.clients) socket.send(JSON.stringify({ type: 'event', event }));
    },
    stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    }
  };
}
