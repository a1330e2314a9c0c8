import { fail, succeed, type Result } from '#shared/errors';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { codeOf } from './error-code';

/** The socket that says, as long as somebody listens on it, that this folder is in use. */
export const LOCK_FILE = 'lock';

/** So often a lock is tried that others leave behind or take away in the very moment. */
const MOST_TRIES = 5;

/**
 * Takes a folder for this process alone, until the release or the process's end, however that comes: the system itself closes the
 * socket of a process that is killed, and what is left of it answers nobody. (The number of a process would be another one's after
 * a restart, and says nothing from one container to the next.)
 * @returns its release, or `in-use`. Rejects where there can be no socket in this folder.
 */
export async function lockFolder(folder: string): Promise<Result<() => Promise<void>, 'in-use'>> {
  const directory = await open(folder, 'r');
  // The path of a socket may have 107 bytes: where the system lets us, the folder is named by its descriptor.
  const base = process.platform === 'linux' ? `/proc/self/fd/${directory.fd}` : folder;
  try {
    const server = await takeOver(base);
    if (!server) {
      await directory.close();
      return fail('in-use', 'another one uses it');
    }
    const release = async () => {
      server.close();
      await once(server, 'close');
      await directory.close();
    };
    let released: Promise<void> | undefined;
    return succeed(() => (released ??= release()));
  } catch (error) {
    await directory.close();
    throw error;
  }
}

async function takeOver(base: string): Promise<Server | null> {
  const path = join(base, LOCK_FILE);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const server = await listenOn(path);
    if (server) return server;
    if (await isHeld(path)) return null;
    await clearAway(path);
  }
  return null;
}

/** null where there is a socket already, of the living or of the dead. */
async function listenOn(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return null;
    throw error;
  }
  return server.unref();
}

/** Whether somebody listens there. */
async function isHeld(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // Who has too many at the door is there as well.
    return codeOf(error) === 'EAGAIN';
  } finally {
    socket.destroy();
  }
}

/** Takes away what a dead process left; and puts it back where another one has just taken its place. */
async function clearAway(path: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if (await isHeld(aside)) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
