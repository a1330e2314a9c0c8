import { fork } from 'node:child_process';
import { once, type EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** A process of its own that serves on a port of 127.0.0.1. */
export interface Child {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const saysPort = v.object({ port: v.number() });

/** Starts a file of this folder as a process, which says `{ port }` once it serves. It ends with the process that started it. */
export async function startChild(file: string, ...args: readonly string[]): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
  const messages: unknown[] = await once(child, 'message');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} did not start.`);
  return {
    ...v.parse(saysPort, messages[0]),
    pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
  };
}

/** What a server of such a file is, of HTTP or of WebSockets. */
interface Listener extends EventEmitter {
  address(): string | { readonly port: number } | null;
}

/** Says that such a file serves, once its server listens; from then on it ends when nobody is left to tell. */
export async function tellPortOf(server: Listener): Promise<void> {
  await once(server, 'listening');
  process.on('disconnect', () => process.exit());
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
}
