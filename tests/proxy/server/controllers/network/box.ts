import { createServer, connect } from 'node:net';
import { createInterface } from 'node:readline';
import { startVirtual } from '../../../../../proxy/sources/virtual/start';
import { DiscoveryAnswer, DISCOVERY_PORT, DISCOVERY_PREFIXES } from '../../../../../tools/virtual/discovery';
import type { BoxClaims, BoxCounts } from './house';

/**
 * A controller on the test network: a virtual controller on port 80 of every address, which also answers
 * searches. Its identity comes from the arguments. It answers each line on stdin with a line of what it
 * received, and ends with stdin.
 */
const { name, mac, isSilent = false } = JSON.parse(process.argv[2] ?? '{}') as BoxClaims;
const controller = await startVirtual({ name, mac, isLiving: false, pollMs: 5_000 });
const at = { host: '0.0.0.0', port: DISCOVERY_PORT, prefixes: DISCOVERY_PREFIXES };
const discovery = new DiscoveryAnswer({ name, mac }, at, '0.0.0.0');
if (!isSilent) await discovery.start();

let connections = 0;
let bytes = 0;
const server = createServer((socket) => {
  connections += 1;
  const inner = connect(controller.port, controller.address);
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  socket.on('close', () => inner.destroy());
  inner.on('close', () => socket.destroy());
  for (const end of [socket, inner]) end.on('error', () => undefined);
  socket.pipe(inner).pipe(socket);
});
server.listen(80, '0.0.0.0', () => process.stdout.write('ready\n'));

const lines = createInterface({ input: process.stdin });
lines.on('line', () => {
  const commands = controller.commandsReceived().length;
  process.stdout.write(`${JSON.stringify({ connections, bytes, commands } satisfies BoxCounts)}\n`);
});
lines.on('close', () => process.exit(0));
