/**
 * The yardstick of fan-out: it polls the controller at the port of the first argument while anybody looks on, and sends each answer to all as
 * it came, unread but for its place.
 */
import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { serveOn } from './child';

const controller = `http://127.0.0.1:${process.argv[2] ?? ''}/api/v2`;
const authorization = await signIn();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
let isPolling = false;

server.on('connection', (socket) => {
  socket.send('{}');
  if (!isPolling) void poll();
});

async function signIn(): Promise<string> {
  const reply = await fetch(`${controller}/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client: { id: 'relay', name: 'Relay', type: 'other', push_type: 'Any' } })
  });
  return `Bearer ${String(Reflect.get(Object(await reply.json()), 'token'))}`;
}

async function poll(): Promise<void> {
  isPolling = true;
  let last = '';
  while (server.clients.size > 0) {
    const reply = await fetch(`${controller}/poll${last}`, { headers: { authorization } });
    const text = await reply.text();
    last = `?last=${/"last":(\d+)/.exec(text)?.[1] ?? '0'}`;
    for (const socket of server.clients) socket.send(text);
  }
  isPolling = false;
}

await once(server, 'listening');
const address = server.address();
if (address !== null && typeof address === 'object') serveOn(address.port);
