import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandFailed, run, step } from '../../build/steps.mjs';

/** A command that runs a script in Node. */
const node = (script: string) => [process.execPath, '-e', script];

/** The error of a failed command. */
async function failureOf(running: Promise<string>): Promise<CommandFailed> {
  const failure: unknown = await running.then(
    () => null,
    (error: unknown) => error
  );
  if (!(failure instanceof CommandFailed)) throw new Error('The command did not fail.');
  return failure;
}

const FIVE_MINUTES = 300_000;
const HALF_A_MINUTE = 30_000;

/** Prints a line, and then nothing for a day. */
const SILENT = "console.log('began'); setInterval(() => undefined, 86_400_000);";

describe('run', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('calls the listener for each line at once, and resolves with all of them', async () => {
    const lines: string[] = [];
    const output = await run(node("console.log('one'); console.error('two')"), {
      onLine: (line) => lines.push(line)
    });
    expect(lines.toSorted()).toEqual(['one', 'two']);
    expect(output).toContain('one\n');
  });

  it('sets no time limit for a command with output from time to time', async () => {
    const script =
      'let n = 0; const t = setInterval(() => { console.log(++n); if (n === 5) clearInterval(t); }, 50)';
    const pass = () => vi.advanceTimersByTime(FIVE_MINUTES - 1);
    expect(await run(node(script), { onLine: pass })).toBe('1\n2\n3\n4\n5\n');
  });

  it('stops a command after five silent minutes with SIGTERM, and keeps its last output', async () => {
    const script = `process.on('SIGTERM', () => { console.log('41 passed'); process.exit(0); }); ${SILENT}`;
    const failure = await failureOf(
      run(node(script), { onLine: (line) => line === 'began' && vi.advanceTimersByTime(FIVE_MINUTES) })
    );
    expect(failure).toMatchObject({ isStopped: true, output: 'began\n41 passed\n' });
    expect(failure.message).toContain('was stopped: no output for 300 s');
  });

  it('kills a command with SIGKILL half a minute after an ignored SIGTERM', async () => {
    const script = `process.on('SIGTERM', () => console.log('no')); ${SILENT}`;
    const times: Record<string, number> = { began: FIVE_MINUTES, no: HALF_A_MINUTE };
    const failure = await failureOf(
      run(node(script), { onLine: (line) => vi.advanceTimersByTime(times[line] ?? 0) })
    );
    expect(failure).toMatchObject({ isStopped: true, output: 'began\nno\n' });
  });

  it('reports the exit code of a failed command', async () => {
    const failure = await failureOf(run(node("console.log('why'); process.exit(3)")));
    expect(failure).toMatchObject({ isStopped: false, output: 'why\n' });
    expect(failure.message).toMatch(/ended with 3$/);
  });
});

it('a run that a signal ends leaves no process behind, not even one that ignores the signal', async () => {
  const stubborn =
    "process.on('SIGTERM', () => console.log('no')); console.log(process.pid); setInterval(() => undefined, 86_400_000)";
  const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' }); setInterval(() => undefined, 86_400_000)`;
  const url = new URL('../../build/steps.mjs', import.meta.url).href;
  const script = `const { run } = await import('${url}'); await run(${JSON.stringify(node(parent))}, { onLine: (line) => console.log(line) });`;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore']
  });
  const pid = Number(await once(runner.stdout.setEncoding('utf8'), 'data'));
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  const ended = once(runner, 'exit');
  const ignored = once(runner.stdout, 'data');
  runner.kill('SIGTERM');
  expect(await ignored).toEqual(['no\n']);
  // A second signal does not wait.
  runner.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  await vi.waitFor(() => expect(isRunning()).toBe(false), { timeout: 15_000 });
});

describe('step', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('reports each half minute that a step is running, with its last line of output', async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    vi.useFakeTimers();
    let end: () => void = () => undefined;
    const all = step('unit', async (onLine) => {
      onLine('first');
      onLine('second');
      await new Promise<void>((resolve) => (end = resolve));
    });
    await vi.advanceTimersByTimeAsync(65_000);
    end();
    await all;
    await vi.advanceTimersByTimeAsync(65_000);
    expect(written.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      'unit running 30.0 s second',
      'unit running 60.0 s second',
      'unit ok 65.0 s'
    ]);
  });
});
