import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const survive = fileURLToPath(new URL('../../../proxy/box/process.ts', import.meta.url));

/** Runs some lines as a program. Returns its output and its exit. */
async function run(lines: string, stderr: 'pipe' | number = 'pipe') {
  const code = `import { surviveBrokenOutput, surviveDefects } from ${JSON.stringify(survive)};\n${lines}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', stderr]
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const printed = child.stdout ? await text(child.stdout) : '';
  await closed;
  return { printed, exitCode: child.exitCode };
}

it('the process goes on after uncaught errors, and logs each of them', async () => {
  const { printed, exitCode } = await run(`
    surviveDefects({ error: ({ err }) => console.log('logged', err.message) });
    setTimeout(() => { throw new Error('one'); }, 0);
    setTimeout(() => void Promise.reject(new Error('two')), 10);
    setTimeout(() => console.log('alive'), 50);`);
  expect(printed.trimEnd().split('\n')).toEqual(['logged one', 'logged two', 'alive']);
  expect(exitCode).toBe(0);
});

it('the process goes on if the disk has no space for its output', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { printed, exitCode } = await run(
    `
    surviveBrokenOutput();
    process.stderr.write('lost');
    setTimeout(() => console.log('alive'), 50);`,
    full
  );
  expect(printed).toBe('alive\n');
  expect(exitCode).toBe(0);
});
