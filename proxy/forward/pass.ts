import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Answer, Head } from '../controllers/answer';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The content type is passed on only if it is JSON, since only JSON was requested. */
const typeOf = ({ contentType }: Head) =>
  contentType?.startsWith('application/json') ? contentType : JSON_TYPE;

/** Passes on a controller's successful answer, with type and length as the only headers. */
export function pass(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (!answer.body || answer.body.length === 0) return reply.send();
  return reply.header('content-type', typeOf(answer)).send(answer.body);
}

/** Passes on the head of a long successful answer. Returns the stream for its body, which ends the reply. */
export function passHead(reply: FastifyReply, head: Head): ServerResponse {
  const { raw } = reply.hijack();
  const own = { ...reply.getHeaders(), 'content-type': typeOf(head), 'content-length': head.contentLength };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) raw.setHeader(name, value);
  return raw.writeHead(head.status);
}
