import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ProcessGroup } from '../../../tools/engines/browsers/process-group';
import { listening } from '../../support/listening';

it('a stopped program leaves nothing behind that it has started, even if that ignores signals', async () => {
  const server = createServer();
  const port = await listening(server);
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  // Its connection ends with the process.
  const child = `process.on('SIGTERM', () => {}); require('net').connect(${port}, '127.0.0.1');`;
  const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });
    console.log('port 1234'); setInterval(() => {}, 1000);`;
  const group = new ProcessGroup(process.execPath, ['-e', parent]);
  onTestFinished(() => group.stop());
  expect((await group.says(/port (\d+)/))[1]).toBe('1234');

  const socket = await connected;
  const ended = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.resume();
  await group.stop();
  await ended;
});

it('a program that ends before it is ready is reported with its output', async () => {
  const group = new ProcessGroup(process.execPath, ['-e', 'console.error("no display"); process.exit(1)']);
  onTestFinished(() => group.stop());
  await expect(group.says(/ready/)).rejects.toThrow('no display');
});

it('a program that does not exist is reported', async () => {
  const group = new ProcessGroup('/no/such/browser', []);
  await expect(group.says(/ready/)).rejects.toThrow('/no/such/browser');
  await group.stop();
});
