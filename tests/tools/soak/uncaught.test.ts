import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder';

const script = fileURLToPath(new URL('../../../tools/soak/uncaught.ts', import.meta.url));

/**
 * A program that is ready at once and runs until it is killed. It holds a connection to the port in its last
 * argument.
 */
const STUB = `
  import { connect } from 'node:net';
  connect(Number(process.argv.at(-1)), '127.0.0.1');
  console.log(JSON.stringify({ ready: true, http: 'http://127.0.0.1:1', dataDir: '/nowhere' }));
`;

it('a run that fails with an uncaught error ends its program', async () => {
  const main = join(await temporaryFolder(), 'main.mjs');
  await writeFile(main, STUB);
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const run = spawn(process.execPath, ['--import', 'tsx', script, main, String(port)], {
    stdio: ['ignore', 'ignore', 'pipe']
  });
  let output = '';
  run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // If this process is delayed, both have happened by then.
  const ended = once(run, 'exit');
  const unconnected = ended.then(() => {
    throw new Error(`The run ended before its program was connected: ${output}`);
  });
  const [held] = (await Promise.race([once(server, 'connection'), unconnected])) as [Socket];
  unconnected.catch(() => undefined);
  held.on('error', () => undefined).resume();
  const isGone = once(held, 'close');
  const [code] = (await ended) as [number | null];
  expect(code).toBe(1);
  await isGone;
});
