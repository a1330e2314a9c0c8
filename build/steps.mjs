import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever the caller stands. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** How long a command may say nothing before it is stopped, in ms. */
const SILENCE_TIMEOUT_MS = 300_000;
/** The same for a command that says nothing until it is done, in ms. */
export const QUIET_TIMEOUT_MS = 1_800_000;
/** From a polite end (SIGTERM) to a certain one (SIGKILL), in ms. */
const KILL_TIMEOUT_MS = 30_000;
/** A step that goes on says so this often, in ms. */
const PROGRESS_INTERVAL_MS = 30_000;
const MAX_PROGRESS_LENGTH = 120;

/** A command that ended badly, with all that it said; `isStopped` where it was silent for too long. */
export class CommandFailed extends Error {
  /**
   * @param {string} message
   * @param {{ output: string, isStopped?: boolean }} details
   */
  constructor(message, { output, isStopped = false }) {
    super(message);
    this.output = output;
    this.isStopped = isStopped;
  }
}

/**
 * `silenceTimeoutMs` and `killTimeoutMs` stand in for the usual ones. `onLine` hears each line as it comes.
 * `hasProgressed` is asked before a silent command is stopped: whether it did something since it was last asked.
 * @typedef {{
 *   env?: NodeJS.ProcessEnv,
 *   silenceTimeoutMs?: number,
 *   killTimeoutMs?: number,
 *   onLine?: (line: string) => void,
 *   hasProgressed?: () => boolean
 * }} RunOptions
 */

/** Process groups that run now, by the id of their first process: what we started, we end. @type {Set<number>} */
const groups = new Set();

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @param {NodeJS.Signals} signal */
function onSignal(signal) {
  for (const pid of groups) killGroup(pid, 'SIGTERM');
  for (const name of signals) process.off(name, onSignal);
  process.kill(process.pid, signal);
}

/** @param {number | undefined} pid */
function watch(pid) {
  if (pid === undefined) return;
  if (groups.size === 0) for (const signal of signals) process.on(signal, onSignal);
  groups.add(pid);
}

/** @param {number | undefined} pid */
function forget(pid) {
  if (pid === undefined || !groups.delete(pid)) return;
  if (groups.size === 0) for (const signal of signals) process.off(signal, onSignal);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Runs a command in the repository's root and resolves with what it said. It may take as long as it wants, and
 * is stopped only where it is silent for too long: by SIGTERM first, so that it can say where it was.
 * @param {string[]} command the program and its arguments
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 * @throws {CommandFailed} where it exits with another code than 0, or is stopped
 */
export function run([program = '', ...args], options = {}) {
  const {
    env = process.env,
    silenceTimeoutMs = SILENCE_TIMEOUT_MS,
    killTimeoutMs = KILL_TIMEOUT_MS
  } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid } = child;
    const command = [program, ...args].join(' ').replaceAll(root, '');
    let output = '';
    let isStopped = false;
    const stop = () => {
      if (options.hasProgressed?.()) {
        timer.refresh();
        return;
      }
      isStopped = true;
      if (pid === undefined) return;
      killGroup(pid, 'SIGTERM');
      timer = setTimeout(() => killGroup(pid, 'SIGKILL'), killTimeoutMs);
    };
    let timer = setTimeout(stop, silenceTimeoutMs);
    const hear = (/** @type {string} */ text) => {
      output += text;
      for (const line of text.split('\n')) {
        if (!isStopped) timer.refresh();
        if (line.trim() !== '') options.onLine?.(line.trim());
      }
    };
    const end = () => {
      clearTimeout(timer);
      forget(pid);
    };
    watch(pid);
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', (cause) => {
      end();
      reject(new CommandFailed(`${command} did not start: ${cause.message}`, { output }));
    });
    child.on('close', (code, signal) => {
      end();
      if (code === 0 && !isStopped) resolve(output);
      else if (isStopped)
        reject(
          new CommandFailed(`${command} was stopped: it said nothing for ${silenceTimeoutMs / 1000} s`, {
            output,
            isStopped
          })
        );
      else reject(new CommandFailed(`${command} ended with ${signal ?? code}`, { output }));
    });
  });
}

/**
 * A program of an installed package, started by this same Node.
 * @param {string} path below node_modules
 * @param {string[]} args
 */
export function packaged(path, ...args) {
  return [process.execPath, `${root}node_modules/${path}`, ...args];
}

/**
 * Does one named piece of work and says so on stderr: a plain line with its seconds, one each half minute while
 * it goes on, and everything a failed one said.
 * @template T
 * @param {string} name
 * @param {(onLine: (line: string) => void) => Promise<T>} work takes what hears the lines that show its progress
 * @returns {Promise<T>} rejects with what the work rejected with
 */
export async function step(name, work) {
  const start = performance.now();
  let latest = '';
  const say = (/** @type {string} */ what, text = '') =>
    process.stderr.write(
      `${name.padEnd(12)} ${what.padEnd(7)} ${((performance.now() - start) / 1000).toFixed(1)} s${text}\n`
    );
  const progress = setInterval(
    () => say('goes on', latest && `  ${latest.slice(0, MAX_PROGRESS_LENGTH)}`),
    PROGRESS_INTERVAL_MS
  );
  try {
    const result = await work((line) => (latest = line));
    say('ok');
    return result;
  } catch (error) {
    say('FAILED');
    process.stderr.write(`${describe(error)}\n`);
    throw error;
  } finally {
    clearInterval(progress);
  }
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof Error && error.cause instanceof Error) return describe(error.cause);
  if (error instanceof CommandFailed) return `${error.output.trimEnd()}\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
