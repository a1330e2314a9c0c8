import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever the caller stands. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A command that ended badly, with all that it said. */
export class CommandFailed extends Error {
  /**
   * @param {string} command
   * @param {string} ending
   * @param {string} output
   */
  constructor(command, ending, output) {
    super(`${command} ${ending}`);
    this.output = output;
  }
}

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
 * Runs a command in the repository's root and resolves with what it said.
 * @param {string[]} command the program and its arguments
 * @param {{ env?: NodeJS.ProcessEnv, timeout?: number }} [options] timeout in ms
 * @returns {Promise<string>}
 * @throws {CommandFailed} where it exits with another code than 0, or not in time
 */
export function run([program = '', ...args], { env = process.env, timeout = 600_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid } = child;
    let output = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (pid !== undefined) killGroup(pid, 'SIGKILL');
    }, timeout);
    watch(pid);
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const command = [program, ...args].join(' ').replaceAll(root, '');
    const end = () => {
      clearTimeout(timer);
      forget(pid);
    };
    child.on('error', (cause) => {
      end();
      reject(new CommandFailed(command, `did not start: ${cause.message}`, output));
    });
    child.on('close', (code, signal) => {
      end();
      if (code === 0) resolve(output);
      else if (isLate) reject(new CommandFailed(command, `took longer than ${timeout / 1000} s`, output));
      else reject(new CommandFailed(command, `ended with ${signal ?? code}`, output));
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
 * Does one named piece of work and says so on stderr: a plain line with its seconds, and everything a failed
 * one said.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} rejects with what the work rejected with
 */
export async function step(name, work) {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  try {
    const result = await work();
    process.stderr.write(`${name.padEnd(12)} ok      ${seconds()}\n`);
    return result;
  } catch (error) {
    process.stderr.write(`${name.padEnd(12)} FAILED  ${seconds()}\n`);
    process.stderr.write(`${describe(error)}\n`);
    throw error;
  }
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof Error && error.cause instanceof Error) return describe(error.cause);
  if (error instanceof CommandFailed) return `${error.output.trimEnd()}\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
