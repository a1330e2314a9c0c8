import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { basic, Client } from '../../contract/client';

const MAIN = fileURLToPath(new URL('../../../tools/virtual/main.ts', import.meta.url));

/** Starts the program like `npm run virtual`, and reads its output. */
function run(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe']
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  return { child, output, ended: once(child, 'close') };
}

test('the program prints its address, answers there, and ends on a signal', async () => {
  const { child, output, ended } = run('--port', '0', '--no-udp', '--user', 'anna', '--password', 'pw');
  while (!output.out.includes('UDP')) await once(child.stdout, 'data');
  const [base = ''] = /http:\S+/.exec(output.out) ?? [];
  const client = new Client(base, basic('anna', 'pw'));
  expect(await client.get('/info')).toMatchObject({ status: 200, body: { name: 'Demo home' } });
  child.kill('SIGTERM');
  await ended;
  expect([child.exitCode, child.signalCode, output.err]).toEqual([0, null, '']);
});

test('the program does not start with an unknown option', async () => {
  const { child, output, ended } = run('--prot', '18380');
  await ended;
  expect(child.exitCode).toBe(2);
  expect(output.err).toContain('--prot');
  expect(output.out).toBe('');
});
