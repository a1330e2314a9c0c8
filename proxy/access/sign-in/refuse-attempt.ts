import type { Failure } from '#shared/errors';
import type { FastifyReply } from 'fastify';
import { refuse } from '../../http/errors';
import type { TooMany } from './sign-in-limits';

/** Answers an attempt that may not begin yet: 429, with the time to leave it. */
export const refuseAttempt = (reply: FastifyReply, { retryAfter, ...failure }: TooMany) =>
  refuse(reply.header('retry-after', retryAfter), {
    ...failure,
    detail: { retryAfterMs: retryAfter * 1000 }
  });

/** Answers whom the household's gate does not let in. */
export const refuseGate = (reply: FastifyReply, failure: Failure | TooMany) =>
  'retryAfter' in failure ? refuseAttempt(reply, failure) : refuse(reply, failure);
