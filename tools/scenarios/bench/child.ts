import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { WebSocketServer } from 'ws';

/** A child process that serves on a port of 127.0.0.1. */
export interface Child {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const portSchema = v.object({ port: v.number() });

/**
 * Starts a file of this folder as a process. The process reports `{ port }` once it serves, and ends with its
 * parent.
 */
export async function startChild(file: string, ...args: readonly string[]): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
  const messages: unknown[] = await once(child, 'message');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} did not start.`);
  return {
    ...v.parse(portSchema, messages[0]),
    pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
  };
}

/** The program's file in the folder of a build. */
export const mainOf = (folder: string) => join(folder, 'dist', 'main.js');

/**
 * Reports the port to the parent process once the server listens. The process ends when its parent
 * disconnects.
 */
export async function reportPortOf(server: Server | WebSocketServer): Promise<void> {
  await once(server, 'listening');
  process.on('disconnect', () => process.exit());
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
}
