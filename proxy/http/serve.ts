import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod
} from 'fastify';
import { routeOf, routes, type RouteName } from '#shared/routes';

/** Registers a route of the table, with its access. */
export function serve<T extends RouteGenericInterface>(
  app: FastifyInstance,
  name: RouteName,
  handler: RouteHandlerMethod<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, T>
): void {
  const { method, path } = routeOf(name);
  app.route({ method, url: path, config: routes[name], handler });
}
