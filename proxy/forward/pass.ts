import type { FastifyReply } from 'fastify';
import type { Answer } from '../controllers/exchange';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Passes a controller's success on. Of its headers only type and length pass, and the type only where it says JSON: whatever
 * else it calls itself, JSON is all that was asked for.
 */
export function pass(
  reply: FastifyReply,
  { status, contentType, contentLength, body }: Answer
): FastifyReply {
  reply.code(status);
  if (Buffer.isBuffer(body) && body.length === 0) return reply.send();
  reply.header('content-type', contentType?.startsWith('application/json') ? contentType : JSON_TYPE);
  if (!Buffer.isBuffer(body) && contentLength !== undefined) reply.header('content-length', contentLength);
  return reply.send(body);
}
