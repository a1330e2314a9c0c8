import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fail, succeed, type Result } from '#shared/errors';
import { codeOf } from './errors';

/** Folder of the lock sockets. Each process that uses or wants the data folder listens on its own socket there. */
export const LOCKS = 'locks';

/** What a process answers on its socket: it holds the lock, or it is still checking the others. */
const HOLDS = 'holds';
const CHECKING = 'looks';

const IN_USE = 'is in use by another Mantel: stop that one, or name another folder with --data-dir.';

/** How long a socket may take to answer, in ms. A process that accepts but does not answer is busy or stopped. */
const ANSWER_TIMEOUT_MS = 2_000;

/** How soon a process that is still checking is asked again, in ms. */
const RETRY_INTERVAL_MS = 10;

/**
 * Locks a folder for this process until the release or the end of the process. The system closes the socket of a killed process, and a
 * leftover socket file refuses connections. (A process id is reused after a restart, and means nothing in another container.)
 *
 * A process publishes its socket before it checks the others, so of two that start at the same time at least one sees the other. The one
 * with the lower name wins. Names are never reused, so a dead socket can be deleted at any time.
 * @returns a function that releases the lock, or `in-use` with the end of a sentence for the owner. Rejects if the folder cannot contain
 * sockets.
 */
export async function lockFolder(folder: string): Promise<Result<() => Promise<void>, 'in-use'>> {
  const directory = await open(folder, 'r');
  // A socket path has at most 107 bytes, so on Linux the folder is addressed by its file descriptor.
  const base = process.platform === 'linux' ? `/proc/self/fd/${directory.fd}` : folder;
  try {
    const leave = await takeOver(join(base, LOCKS));
    if (!leave) {
      await directory.close();
      return fail('in-use', IN_USE);
    }
    let released: Promise<void> | undefined;
    return succeed(() => (released ??= leave().then(() => directory.close())));
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** Takes the lock. Returns a function that releases it, or null if another process holds it. */
async function takeOver(locks: string): Promise<(() => Promise<void>) | null> {
  const name = randomBytes(6).toString('hex');
  let isOurs = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined).end(isOurs ? HOLDS : CHECKING);
  });
  const leave = async () => {
    await rm(join(locks, name), { force: true });
    server.close();
    await once(server, 'close');
  };
  try {
    await publish(server, locks, name);
    isOurs = await isFree(locks, name);
  } finally {
    if (!isOurs) await leave();
  }
  return isOurs ? leave : null;
}

/** Listens under a hidden name, then publishes the socket by a rename. So a published socket that refuses connections is dead. */
async function publish(server: Server, locks: string, name: string): Promise<void> {
  const hidden = join(locks, `.${name}`);
  await mkdir(locks, { recursive: true, mode: 0o700 });
  server.listen(hidden);
  await once(server, 'listening');
  server.unref();
  await rename(hidden, join(locks, name));
}

/** Whether no process holds the lock, and none with a lower name is checking. */
async function isFree(locks: string, name: string): Promise<boolean> {
  const others = (await readdir(locks)).filter((other) => other !== name && !other.startsWith('.'));
  for (const other of others) {
    const path = join(locks, other);
    let answer = await ask(path);
    // The other process sees our socket too, or started earlier: soon it either gives up or holds the lock.
    while (answer === CHECKING && name < other) {
      await setTimeout(RETRY_INTERVAL_MS);
      answer = await ask(path);
    }
    if (answer !== '') return false;
    await rm(path, { force: true });
  }
  return true;
}

/** The answer of the process behind a socket; empty if the process is dead. */
async function ask(path: string): Promise<string> {
  const socket = connect(path);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
  try {
    return await text(socket);
  } catch (error) {
    const code = codeOf(error);
    // A process that does not answer, or has a full backlog, is running too.
    return code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET' ? '' : HOLDS;
  } finally {
    socket.destroy();
  }
}
