import type { OutgoingHttpHeader } from 'node:http';
import type { FastifyReply, FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { fail } from '#shared/errors';
import type { InboxHousehold } from '../commands/command-inbox';
import type { Answer, Head } from '../controllers/answer';
import { parseJson } from '../controllers/json';
import { authorize, type Permission } from '../home/live/permission';
import { viewerOf } from '../home/live/viewer';
import { screenOf } from '../household/requests';
import { refuse } from '../http/errors';
import { abortOnDisconnect } from '../http/replies';
import { lookUp } from './table';

/** The type of every answer that is passed on, whatever the controller calls it: a browser must not take it for a page. */
const JSON_TYPE = 'application/json; charset=utf-8';

/** Passes on a controller's successful answer, with its length and our own type and headers. */
function pass(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  if (!body || body.length === 0) return reply.code(status).send();
  passHead(reply, { status, contentLength: body.length }).end(body);
  return reply;
}

/** Passes on the head of a successful answer. Returns the stream for its body, which ends the reply. */
function passHead(reply: FastifyReply, { status, contentLength }: Pick<Head, 'status' | 'contentLength'>) {
  const { raw } = reply.header('content-type', JSON_TYPE).hijack();
  if (contentLength !== undefined) reply.header('content-length', contentLength);
  const lines: OutgoingHttpHeader[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) lines.push(name, value);
  return raw.writeHead(status, lines);
}

const PREFIX = '/v2';

/** Registers `ANY /api/controllers/:id/v2/…`. Only calls of the forward table go to the controller. */
export function registerForward(app: FastifyInstance, house: InboxHousehold) {
  void app.register(async (scope) => {
    // The bytes are checked before parsing, since a value with too many levels cannot be processed.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body)
    );
    scope.all(
      '/api/controllers/:id/v2/*',
      { config: { access: 'home', enforcesRights: true, withoutPin: true } },
      (_request, reply) => forward(reply, house)
    );
  });
}

async function forward(reply: FastifyReply, house: InboxHousehold): Promise<FastifyReply> {
  const { method, raw } = reply.request;
  const screen = screenOf(reply.request);
  const url = raw.url ?? '';
  const allowed = lookUp(method, url.slice(url.indexOf(PREFIX) + PREFIX.length));
  if (!allowed.ok) {
    if (allowed.error.allow) reply.header('allow', allowed.error.allow);
    return refuse(reply, allowed.error);
  }
  const authorization = await authorize(screen.id, allowed.value, house);
  if (!authorization.ok) return refuse(reply, authorization.error);
  return allowed.value.kind === 'read'
    ? read(allowed.value.target, authorization.value, reply, house)
    : command(allowed.value.device, reply, house);
}

/**
 * A read is aborted when its client disconnects. If its permission ends before the answer is there, the read is not repeated with new
 * tokens, nothing is passed on, and it is authorized again.
 */
async function read(
  target: string,
  { screen, isValid }: Permission,
  reply: FastifyReply,
  house: InboxHousehold
): Promise<FastifyReply> {
  const client = house.accounts.client(screen.controller);
  const answer = await client.send({
    method: 'GET',
    path: target,
    signal: abortOnDisconnect(reply),
    beforeSend: isValid,
    openSink: (head) => passHead(reply, head)
  });
  if (reply.raw.headersSent) return reply;
  if (!isValid()) return forward(reply, house);
  return answer.ok ? pass(reply, answer.value) : refuse(reply, answer.error);
}

/** A command of a client that is no page, in the controller's own form: `{"method": …, "params": {…}}` [O]. */
async function command(device: number, reply: FastifyReply, house: InboxHousehold) {
  const { body } = reply.request;
  const sent = v.safeParse(commandSchema, Buffer.isBuffer(body) ? parseJson(body) : undefined);
  if (!sent.success) return refuse(reply, BAD_COMMAND);
  const disconnected = abortOnDisconnect(reply);
  const viewer = await viewerOf(reply.request, house);
  if (!viewer.ok) return refuse(reply, viewer.error);
  const answer = await house.inbox.single(viewer.value, { device, ...sent.output }, disconnected);
  return answer.ok ? pass(reply, answer.value) : refuse(reply, answer.error);
}

const commandSchema = v.object({
  method: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  params: v.optional(v.record(v.string(), v.unknown()), {})
});
const BAD_COMMAND = fail('bad-request', 'A command is {method, params}.').error;
