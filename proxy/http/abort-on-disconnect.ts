import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked goes away without the answer: then nobody need go on for it. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
