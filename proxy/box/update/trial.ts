import * as v from 'valibot';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { SystemUser } from '../../server/base/store/replace-file';
import { requestLocally } from '../local-request';
import { reasonOf } from '../../server/base/store/errors';

/** Timeout of the start of a trial, in ms. A small box with a slow card needs a while. */
const START_TIMEOUT_MS = 60_000;
/** Interval of the health checks, in ms. */
const CHECK_INTERVAL_MS = 1_000;
/** Health checks in a row that may fail: a busy box answers late. */
const MAX_FAILURES = 5;

/** Loaded before the program: ends it, and deletes its data, as soon as its channel to the update closes, however that ends. */
const UNTIL_DISCONNECTED = `
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
const folder = process.argv[process.argv.indexOf('--data-dir') + 1];
const end = () => {
  try {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  } finally {
    process.exit(1);
  }
};
process.on('disconnect', end);
`;

/** What a program sends to the one that started it, when it is ready. */
const readySchema = v.looseObject({ http: v.pipe(v.string(), v.url()) });

/** A trial of a version on a copy of the data. */
interface TrialOptions {
  /** Path of Node. */
  readonly node: string;
  /** Its `dist/main.js`. */
  readonly main: string;
  /** The copy. */
  readonly dataDir: string;
  /** Who runs it: the owner of the data; undefined for this user. */
  readonly owner: SystemUser | undefined;
  /** How long it has to stay healthy, in ms. */
  readonly durationMs: number;
  /** Ends the trial early. */
  readonly signal: AbortSignal;
}

/**
 * Runs a version on a copy of the data, at free ports of loopback, without mDNS and without a search. If this process is killed meanwhile,
 * the version ends and empties the copy.
 * @returns why it is not healthy, as a sentence; undefined if it was for the whole time
 */
export async function tryVersion(options: TrialOptions): Promise<string | undefined> {
  const { node, main, dataDir, owner, durationMs, signal } = options;
  const ports = ['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0'];
  const guard = ['--import', `data:text/javascript,${encodeURIComponent(UNTIL_DISCONNECTED)}`];
  const program = [main, '--no-mdns', ...ports, '--data-dir', dataDir];
  const child = spawn(node, [...guard, ...program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], MANTEL_DISCOVERY_TARGETS: '127.255.255.255' },
    ...owner
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-2_000)));
  try {
    const isLate = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
    const [first] = await Promise.race([
      once(child, 'message', { signal: isLate }),
      once(child, 'exit')
    ]).catch(() => []);
    const ready = v.safeParse(readySchema, first);
    if (!ready.success) return `It did not start: ${errors.trim() || 'it printed no reason.'}`;
    const isOver = () => signal.aborted || hasEnded(child);
    const isHealthy = await staysReady(`${ready.output.http}/readyz`, durationMs, isOver);
    return isHealthy ? undefined : `It was not healthy: ${errors.trim() || 'it stopped answering.'}`;
  } catch (error) {
    return `It did not start: ${reasonOf(error)}.`;
  } finally {
    if (!hasEnded(child)) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      // Without a reference: otherwise the command would end only after the timer.
      await Promise.race([ended, setTimeout(START_TIMEOUT_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    }
  }
}

const isReady = async (url: string) => (await requestLocally(url))?.status === 200;

/** Waits for the next check, or until the time is over. */
const untilNextCheck = (end: number) =>
  setTimeout(Math.max(0, Math.min(CHECK_INTERVAL_MS, end - performance.now())));

/** Whether a server is ready for a while. */
async function staysReady(url: string, durationMs: number, isOver: () => boolean): Promise<boolean> {
  const end = performance.now() + durationMs;
  let failures = 0;
  do {
    failures = (await isReady(url)) ? 0 : failures + 1;
    if (isOver() || failures > MAX_FAILURES) return false;
    await untilNextCheck(end);
  } while (performance.now() < end || failures > 0);
  return !isOver();
}

/**
 * Waits until a server is ready.
 * @returns false if it is not within the time
 */
export async function becomesReady(url: string, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if (await isReady(url)) return true;
    await untilNextCheck(end);
  }
  return false;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
