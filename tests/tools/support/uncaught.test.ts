import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder';
import { listening } from '../../support/listening';

const script = fileURLToPath(new URL('uncaught.ts', import.meta.url));

/** A program that is ready once it is connected to the port in its last argument, and runs until it is killed. */
const STUB = `
  import { connect } from 'node:net';
  connect(Number(process.argv.at(-1)), '127.0.0.1', () => {
    console.log(JSON.stringify({ ready: true, http: 'http://127.0.0.1:1', dataDir: '/nowhere' }));
  });
`;

it('a run that fails with an uncaught error ends its program, and leaves no files', async () => {
  const folder = await temporaryFolder();
  const main = join(folder, 'main.mjs');
  await writeFile(main, STUB);
  const server = createServer();
  const port = await listening(server);

  const run = spawn(process.execPath, ['--import', 'tsx', script, main, String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: folder }
  });
  let output = '';
  run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // The program is connected before the run can end. If this process is delayed, it hears of both at once.
  const programGone = new Promise<void>((resolve) => {
    server.once('connection', (held: Socket) => {
      held.on('error', () => undefined).on('close', () => resolve());
      held.resume();
    });
  });
  const [code] = (await once(run, 'close')) as [number | null];
  expect(output).toContain('Nobody catches this.');
  expect(code).toBe(1);
  await programGone;
  expect((await readdir(folder)).filter((name) => name.startsWith('mantel-'))).toEqual([]);
});
