import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { fail, type Failure } from '#shared/errors';
import { isRecord } from '#shared/home';
import { routeOf, routes, type ReadBody, type RouteName } from '#shared/routes';
import { refuse } from './errors';

/** The names of the parameters in a route's path. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterOf<More>
    : Rest
  : never;

/** A request of a route. */
type RequestOf<Name extends RouteName> = FastifyRequest<{
  Params: Record<ParameterOf<Name>, string>;
  Querystring: Record<string, string | undefined>;
}>;

interface Handler<Request, Body> {
  /** A method, since the router does not know the parameters of a route. */
  handle(request: Request, body: Body, reply: FastifyReply): unknown;
}

/**
 * Registers a route of the table, with its access. A body that its schema does not read is refused. The handler returns its answer: what
 * is sent as JSON, a failed result, or whether a change is on the disk: 204 or `not-kept`. Or it sends an answer of its own by the reply.
 */
export function serve<Name extends RouteName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<RequestOf<Name>, ReadBody<Name>>['handle']
): void {
  const { method, path, body } = routeOf(name);
  const handle: Handler<FastifyRequest, ReadBody<Name>>['handle'] = handler;
  app.route({
    method,
    url: path,
    config: routes[name],
    async handler(request, reply) {
      const read = v.safeParse(body, request.body ?? undefined);
      if (!read.success) return refuse(reply, fail('bad-request', messageOf(name, read.issues)).error);
      const answer = await handle(request, read.output, reply);
      if (answer === true) return reply.code(204).send();
      if (answer === false) return refuse(reply, NOT_KEPT.error);
      return isFailed(answer) ? refuse(reply, answer.error) : answer;
    }
  });
}

const NOT_KEPT = fail('not-kept', 'The disk is full or read-only: a restart may undo the change.');

const isFailed = (answer: unknown): answer is { readonly error: Failure } =>
  isRecord(answer) && answer['ok'] === false && 'error' in answer;

/** Why a body is invalid, for developers. The path is cut, so the message stays short. */
function messageOf(name: RouteName, [issue]: readonly [v.BaseIssue<unknown>, ...unknown[]]): string {
  const path = v.getDotPath(issue)?.slice(0, 100);
  return `This is not a body of ${name}${path === undefined ? '' : `: see ${path}`}.`;
}
