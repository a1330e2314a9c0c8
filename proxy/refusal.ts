import { ERROR_STATUS, type Failure } from '#shared/errors';
import type { FastifyReply } from 'fastify';

/** The body of every refusal. */
export const refusalBody = ({ code, message, detail }: Failure) => ({
  error: detail === undefined ? { code, message } : { code, message, detail }
});

/** Answers with a refusal; `status` where the code leaves it open, as what a controller refused. */
export function refuse(
  reply: FastifyReply,
  failure: Failure,
  status: number = ERROR_STATUS[failure.code]
): FastifyReply {
  return reply.code(status).send(refusalBody(failure));
}
