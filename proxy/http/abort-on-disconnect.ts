import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client disconnects before it has the whole answer. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
