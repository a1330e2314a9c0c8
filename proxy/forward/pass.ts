import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Answer, Head } from '../controllers/answer';

/** The type of every answer that is passed on, whatever the controller calls it: a browser must not take it for a page. */
const JSON_TYPE = 'application/json; charset=utf-8';

/** Passes on a controller's successful answer, with its length and our own type and headers. */
export function pass(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, body } = answer;
  if (!body || body.length === 0) return reply.code(status).send();
  passHead(reply, { status, contentLength: body.length }).end(body);
  return reply;
}

/** Passes on the head of a successful answer. Returns the stream for its body, which ends the reply. */
export function passHead(
  reply: FastifyReply,
  { status, contentLength }: Pick<Head, 'status' | 'contentLength'>
): ServerResponse {
  const { raw } = reply.header('content-type', JSON_TYPE).hijack();
  if (contentLength !== undefined) reply.header('content-length', contentLength);
  const lines: OutgoingHttpHeader[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) lines.push(name, value);
  return raw.writeHead(status, lines);
}
