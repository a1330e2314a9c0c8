import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Answer, Head } from '../controllers/answer';

/** The type of every answer that is passed on, whatever the controller calls it: a browser must not take it for a page. */
const JSON_TYPE = 'application/json; charset=utf-8';

/** Passes on a controller's successful answer, with its length and our own type and headers. */
export function pass(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (!answer.body || answer.body.length === 0) return reply.send();
  return reply.header('content-type', JSON_TYPE).send(answer.body);
}

/** Passes on the head of a long successful answer. Returns the stream for its body, which ends the reply. */
export function passHead(reply: FastifyReply, head: Head): ServerResponse {
  const { raw } = reply.hijack();
  const own = { ...reply.getHeaders(), 'content-type': JSON_TYPE, 'content-length': head.contentLength };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) raw.setHeader(name, value);
  return raw.writeHead(head.status);
}
