import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { basic, Client } from '../../support/controller-client';
import { ProgramRun } from '../../support/program-run';

const MAIN = fileURLToPath(new URL('../../../tools/virtual/main.ts', import.meta.url));

/** Starts the program like `npm run virtual`. */
const run = (...args: readonly string[]) =>
  new ProgramRun(MAIN, args, { environment: { NODE_OPTIONS: '--import tsx' } });

test('the program prints its address, which is on loopback, answers there, and ends on a signal', async () => {
  const program = run('--port', '0', '--no-udp', '--user', 'anna', '--password', 'pw');
  await expect.poll(() => program.stdout).toContain('UDP');
  const [base = ''] = /http:\S+/.exec(program.stdout) ?? [];
  expect(new URL(base).hostname).toBe('127.0.0.1');
  const client = new Client(base, basic('anna', 'pw'));
  expect(await client.get('/info')).toMatchObject({ status: 200, body: { name: 'Demo home' } });
  program.signal('SIGTERM');
  expect({ exitCode: await program.exitCode(), stderr: program.stderr }).toEqual({ exitCode: 0, stderr: '' });
});

test('the program does not start with an unknown option', async () => {
  const program = run('--prot', '18380');
  expect(await program.exitCode()).toBe(2);
  expect(program.stderr).toContain('--prot');
  expect(program.stdout).toBe('');
});
