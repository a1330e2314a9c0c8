import * as v from 'valibot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeOf, routes, type ReadBody, type RouteName } from '#shared/routes';
import { refuse } from './errors';

interface Handler<Name extends RouteName> {
  /** A method, so that a handler may say what parameters and query its route has. */
  handle(request: FastifyRequest, reply: FastifyReply, body: ReadBody<Name>): unknown;
}

/** Registers a route of the table, with its access. A body that its schema does not read is refused. */
export function serve<Name extends RouteName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>['handle']
): void {
  const { method, path, body } = routeOf(name);
  app.route({
    ...{ method, url: path, config: routes[name] },
    handler(request, reply) {
      const read = v.safeParse(body, request.body ?? undefined);
      if (read.success) return handler(request, reply, read.output);
      return refuse(reply, { code: 'bad-request', message: messageOf(name, read.issues) });
    }
  });
}

/** Why a body is invalid, for developers. The path is cut, so the message stays short. */
function messageOf(name: RouteName, [issue]: readonly [v.BaseIssue<unknown>, ...unknown[]]): string {
  const path = v.getDotPath(issue)?.slice(0, 100);
  return `This is not a body of ${name}${path === undefined ? '' : `: see ${path}`}.`;
}
