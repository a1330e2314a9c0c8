import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readProbeOptions } from '../../../tools/probe/command-line';
import { virtualForTest } from '../../support/controllers';
import { temporaryFolder } from '../../support/temporary-folder';

const MAIN = fileURLToPath(new URL('../../../tools/probe/main.ts', import.meta.url));

/** Runs the program like `npm run probe`, with these lines as input. */
async function run(args: readonly string[], typed = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], { stdio: 'pipe' });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  child.stdin.end(typed);
  await once(child, 'close');
  return { ...output, code: child.exitCode };
}

test('reads the password from the standard input, and writes its report without sending a command', async () => {
  const controller = await virtualForTest({ password: 'kept-to-itself' });
  const out = join(await temporaryFolder(), 'report.md');
  const port = String(controller.port);
  const place = ['--address', '127.0.0.1', '--port', port, '--udp-port', '9', '--out', out];
  const {
    code,
    err,
    out: output
  } = await run([...place, '--user', 'demo', '--listen', '1'], 'kept-to-itself\n');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(output).not.toContain('kept-to-itself');
  const report = await readFile(out, 'utf8');
  expect(report).toContain('| documented [D] | POST /auth/login: Basic gives an access token | held |');
  expect(controller.commandsReceived()).toEqual([]);
});

test.each([
  [[], '--address'],
  [['--address', '8.8.8.8'], '--address'],
  [['--address', '192.168.1.2', '--port', 'x'], '--port'],
  [['--address', 'box'], '--address'],
  [['--adress', '127.0.0.1'], '--adress'],
  [['--address', '127.0.0.1'], 'Name the user with --user or PROBE_USER.']
])('refuses the options %j', (args, named) => {
  expect(() => readProbeOptions(args)).toThrow(named);
});
