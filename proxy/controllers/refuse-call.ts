import { ERROR_STATUS } from '#shared/errors';
import type { FastifyReply } from 'fastify';
import { refuse } from '../http/errors';
import type { CallFailure } from './failure';

/** HTTP status for a refusal that came as a 2xx, or as a 401, which is never passed on: tokens belong to the proxy. */
const BAD_GATEWAY = 502;

/** Replies with a failed call. A refusal and a busy controller keep the controller's status and its `Retry-After`. */
export function refuseCall(reply: FastifyReply, failure: CallFailure): FastifyReply {
  const { retryAfterMs } = failure;
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  return refuse(reply, failure, statusOf(failure));
}

/** The HTTP status of a failed call. */
function statusOf({ code, status = BAD_GATEWAY }: CallFailure): number {
  if (code === 'controller-busy') return status === BAD_GATEWAY ? 503 : status;
  if (code !== 'controller-refused') return ERROR_STATUS[code];
  return status >= 400 && status !== 401 ? status : BAD_GATEWAY;
}
