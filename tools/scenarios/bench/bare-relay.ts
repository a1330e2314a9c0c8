/**
 * Baseline for fan-out: polls the controller at the port in the first argument while clients are connected,
 * and sends each change to all of them in a message of its own.
 */
import { Pool } from 'undici';
import { WebSocketServer } from 'ws';
import { reportPortOf } from './child';
import { tokenAt } from './direct';

const port = Number(process.argv[2]);
const controller = new Pool(`http://127.0.0.1:${port}`);
const authorization = await tokenAt(port);
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
let isPolling = false;

server.on('connection', (socket) => {
  socket.send('{}');
  if (!isPolling) void poll();
});

async function poll(): Promise<void> {
  isPolling = true;
  let query = '';
  while (server.clients.size > 0) {
    const path = `/api/v2/poll${query}`;
    const { body } = await controller.request({ method: 'GET', path, headers: { authorization } });
    const { last, events } = (await body.json()) as { last: number; events: object[] };
    query = `?last=${last}`;
    for (const event of events) {
      const text = JSON.stringify(event);
      for (const socket of server.clients) socket.send(text);
    }
  }
  isPolling = false;
}

await reportPortOf(server);
