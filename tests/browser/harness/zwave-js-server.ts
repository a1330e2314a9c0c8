import { once } from 'node:events';
import { WebSocketServer } from 'ws';

/** A Z-Wave JS server with one lamp in the hall, which does what it is told. */
export async function startZWaveJsServer() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  let isOn = false;
  const id = { endpoint: 0, commandClass: 37 };
  const node = () => ({
    nodeId: 2,
    status: 4,
    ready: true,
    name: 'Hall lamp',
    location: 'Ground floor/Hall',
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
      const { messageId, command, value } = JSON.parse(data.toString()) as Record<string, unknown>;
      if (command === 'node.set_value') isOn = value === true;
      const results: Record<string, object> = {
        start_listening: { state: { controller: { homeId: 7, ownNodeId: 1 }, nodes: [node()] } },
        'node.get_state': { state: node() },
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
    stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    }
  };
}
