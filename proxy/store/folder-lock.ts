import { fail, succeed, type Result } from '#shared/errors';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from './error-code';

/** In it each process that uses the folder, or would, listens on a socket of its own name. */
export const LOCKS = 'locks';

/** What a process says of itself on its socket: that the folder is its own, or that it is still looking who else is there. */
const HOLDS = 'holds';
const LOOKS = 'looks';

/** How long a socket may take to answer, ms: one that is there and silent is a process that is busy, or stopped. */
const ANSWER_TIMEOUT_MS = 2_000;

/** How soon one that is still looking is asked again, ms. */
const RETRY_INTERVAL_MS = 10;

/**
 * Takes a folder for this process alone, until the release or the process's end, however that comes: the system itself closes the
 * socket of a process that is killed, and what is left of it answers nobody. (The number of a process would be another one's after
 * a restart, and says nothing from one container to the next.)
 *
 * Each shows itself before it looks, so of two that come at once one sees the other: the one with the lesser name goes first. And no
 * name is used twice, so what is dead can be taken away at any time.
 * @returns its release, or `in-use`. Rejects where there can be no socket in this folder.
 */
export async function lockFolder(folder: string): Promise<Result<() => Promise<void>, 'in-use'>> {
  const directory = await open(folder, 'r');
  // The path of a socket may have 107 bytes: where the system lets us, the folder is named by its descriptor.
  const base = process.platform === 'linux' ? `/proc/self/fd/${directory.fd}` : folder;
  try {
    const leave = await takeOver(join(base, LOCKS));
    if (!leave) {
      await directory.close();
      return fail('in-use', 'another one uses it');
    }
    let released: Promise<void> | undefined;
    return succeed(() => (released ??= leave().then(() => directory.close())));
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** @returns what gives the folder up again; null where it is another one's. */
async function takeOver(locks: string): Promise<(() => Promise<void>) | null> {
  const name = randomBytes(6).toString('hex');
  let isOurs = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined).end(isOurs ? HOLDS : LOOKS);
  });
  const leave = async () => {
    await rm(join(locks, name), { force: true });
    server.close();
    await once(server, 'close');
  };
  try {
    await show(server, locks, name);
    isOurs = await isFree(locks, name);
  } catch (error) {
    await leave();
    throw error;
  }
  if (isOurs) return leave;
  await leave();
  return null;
}

/** Listens first and is seen then: so one that is seen and does not answer is dead. */
async function show(server: Server, locks: string, name: string): Promise<void> {
  const unseen = join(locks, `.${name}`);
  await mkdir(locks, { recursive: true, mode: 0o700 });
  server.listen(unseen);
  await once(server, 'listening');
  server.unref();
  await rename(unseen, join(locks, name));
}

/** Whether nobody holds the folder, and nobody who is looking goes before us. */
async function isFree(locks: string, name: string): Promise<boolean> {
  const others = (await readdir(locks)).filter((other) => other !== name && !other.startsWith('.'));
  for (const other of others) {
    const path = join(locks, other);
    let said = await ask(path);
    // It sees us as well, or came before us: either it gives way or it holds the folder in a moment.
    while (said === LOOKS && name < other) {
      await setTimeout(RETRY_INTERVAL_MS);
      said = await ask(path);
    }
    if (said !== '') return false;
    await rm(path, { force: true });
  }
  return true;
}

/** What the process behind a socket says; empty where there is none any more. */
async function ask(path: string): Promise<string> {
  const socket = connect(path);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
  try {
    return await text(socket);
  } catch (error) {
    const code = codeOf(error);
    // A process that does not answer, or whose backlog is full, is running as well.
    return code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET' ? '' : HOLDS;
  } finally {
    socket.destroy();
  }
}
