import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The absolute path of the repository's root. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} path of a JSON file, from the root */
export const readJson = (path) => JSON.parse(readFileSync(root + path, 'utf8'));

/** A command without output for this long is stopped, in ms. */
const SILENCE_TIMEOUT_MS = 300_000;
/** The same for a command that prints nothing until it ends, in ms. */
export const QUIET_TIMEOUT_MS = 1_800_000;
/** Time between SIGTERM and SIGKILL, in ms. */
const KILL_TIMEOUT_MS = 30_000;
/** Interval of the progress line of a running step, in ms. */
const PROGRESS_INTERVAL_MS = 30_000;
const MAX_PROGRESS_LENGTH = 120;

/** A failed command with its output. */
export class CommandFailed extends Error {
  /**
   * @param {string} message
   * @param {{ output: string }} details
   */
  constructor(message, { output }) {
    super(message);
    this.output = output;
  }
}

/**
 * `cwd` and `silenceTimeoutMs` replace the defaults. `onLine` receives each line of output.
 * @typedef {{
 *   cwd?: string,
 *   env?: NodeJS.ProcessEnv,
 *   silenceTimeoutMs?: number,
 *   onLine?: (line: string) => void
 * }} RunOptions
 */

/**
 * Running process groups, by the id of their first process. They end with this process.
 * @type {Set<number>}
 */
const groups = new Set();

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** The signal upon which this process ends as soon as its groups have. @type {NodeJS.Signals | null} */
let ending = null;

/** @param {NodeJS.Signals} signal */
function onSignal(signal) {
  // A second one does not wait.
  const isSecond = ending !== null;
  ending = signal;
  for (const pid of groups) killGroup(pid, isSecond ? 'SIGKILL' : 'SIGTERM');
  setTimeout(() => groups.forEach((pid) => killGroup(pid, 'SIGKILL')), KILL_TIMEOUT_MS).unref();
}

/** @param {number | undefined} pid */
function watch(pid) {
  if (pid === undefined) return;
  if (groups.size === 0) for (const signal of signals) process.on(signal, onSignal);
  groups.add(pid);
}

/** @param {number | undefined} pid */
function unwatch(pid) {
  if (pid === undefined || !groups.delete(pid)) return;
  // What it has left behind.
  killGroup(pid, 'SIGKILL');
  if (groups.size > 0) return;
  for (const signal of signals) process.off(signal, onSignal);
  if (ending) process.kill(process.pid, ending);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The process has ended already.
  }
}

/**
 * Runs a command, by default in the repository's root, and resolves with its output. There is no time limit, but a command
 * without output is stopped after a timeout: by SIGTERM first, so that it can report where it was.
 * @param {string[]} command the program and its arguments
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 * @throws {CommandFailed} if the exit code is not 0, or if the command was stopped
 */
export function run([program = '', ...args], options = {}) {
  const { cwd = root, env = process.env, silenceTimeoutMs = SILENCE_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid } = child;
    const command = [program, ...args].join(' ').replaceAll(root, '');
    let output = '';
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      if (pid === undefined) return;
      killGroup(pid, 'SIGTERM');
      timer = setTimeout(() => killGroup(pid, 'SIGKILL'), KILL_TIMEOUT_MS);
    };
    let timer = setTimeout(stop, silenceTimeoutMs);
    const receive = (/** @type {string} */ text) => {
      output += text;
      for (const line of text.split('\n')) {
        if (!isStopped) timer.refresh();
        if (line.trim() !== '') options.onLine?.(line.trim());
      }
    };
    const end = () => {
      clearTimeout(timer);
      unwatch(pid);
    };
    watch(pid);
    child.stdout.setEncoding('utf8').on('data', receive);
    child.stderr.setEncoding('utf8').on('data', receive);
    child.on('error', (cause) => {
      end();
      reject(new CommandFailed(`${command} did not start: ${cause.message}`, { output }));
    });
    child.on('close', (code, signal) => {
      end();
      if (code === 0 && !isStopped) resolve(output);
      else if (isStopped)
        reject(
          new CommandFailed(`${command} was stopped: no output for ${silenceTimeoutMs / 1000} s`, { output })
        );
      else reject(new CommandFailed(`${command} ended with ${signal ?? code}`, { output }));
    });
  });
}

/**
 * A program of an installed package, run by the same Node.
 * @param {string} path below node_modules
 * @param {string[]} args
 */
export function packaged(path, ...args) {
  return [process.execPath, `${root}node_modules/${path}`, ...args];
}

/**
 * Runs one named step and reports it on stderr: a line with its seconds, a line each half minute while it
 * runs, and the full output of a failure.
 * @template T
 * @param {string} name
 * @param {(onLine: (line: string) => void) => Promise<T>} work receives a listener for its lines of output
 * @returns {Promise<T>} rejects with the error of the work
 */
export async function step(name, work) {
  const start = performance.now();
  let latest = '';
  const report = (/** @type {string} */ what, text = '') =>
    process.stderr.write(
      `${name.padEnd(12)} ${what.padEnd(7)} ${((performance.now() - start) / 1000).toFixed(1)} s${text}\n`
    );
  const progress = setInterval(
    () => report('running', latest && `  ${latest.slice(0, MAX_PROGRESS_LENGTH)}`),
    PROGRESS_INTERVAL_MS
  );
  try {
    const result = await work((line) => (latest = line));
    report('ok');
    return result;
  } catch (error) {
    report('FAILED');
    process.stderr.write(`${describe(error)}\n`);
    throw error;
  } finally {
    clearInterval(progress);
  }
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof CommandFailed) return `${error.output.trimEnd()}\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
