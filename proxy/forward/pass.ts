import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Answer, Head } from '../controllers/answer';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The type passes only where it says JSON: whatever else an answer calls itself, JSON is all that was asked for. */
const typeOf = ({ contentType }: Head) =>
  contentType?.startsWith('application/json') ? contentType : JSON_TYPE;

/** Passes a controller's whole success on. Of its headers only type and length do. */
export function pass(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (!answer.body || answer.body.length === 0) return reply.send();
  return reply.header('content-type', typeOf(answer)).send(answer.body);
}

/** Passes the head of a long success on, and gives where its body has to go. From here on the reply is ended by that. */
export function passHead(reply: FastifyReply, head: Head): ServerResponse {
  const { raw } = reply.hijack();
  const own = { ...reply.getHeaders(), 'content-type': typeOf(head), 'content-length': head.contentLength };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) raw.setHeader(name, value);
  return raw.writeHead(head.status);
}
