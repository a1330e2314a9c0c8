import type { ServedHome, Source } from '../source';
import { refuse, type Reply } from './reply';

/** A request, as a route gets it. */
export interface ApiCall {
  /** The value of `:id` in the path; NaN for a route without it. */
  readonly id: number;
  readonly query: URLSearchParams;
  /** The parsed JSON of the body; undefined if it is empty. */
  readonly body: unknown;
  readonly authorization: string | undefined;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
}

/** A route: one method of one path. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Relative to the base address; `:id` stands for a decimal number. */
  readonly path: string;
  /** Whether it needs no authorization. */
  readonly isOpen?: boolean;
  handle(call: ApiCall): Reply | Promise<Reply>;
}

/** A handler that gets the home too. */
type HomeHandler = (home: ServedHome, call: ApiCall) => Reply;

/** A handler that needs the home. While the source has lost it, it answers 503. */
export const withHome =
  (source: Pick<Source, 'home'>, handle: HomeHandler) =>
  (call: ApiCall): Reply => {
    const home = source.home();
    return home === null ? refuse('noHome') : handle(home, call);
  };

/** Routes that read the home, by their paths. */
export const readingRoutes = (
  source: Pick<Source, 'home'>,
  handlers: Readonly<Record<string, HomeHandler>>
): Route[] =>
  Object.entries(handlers).map(([path, handle]) => ({
    method: 'GET',
    path,
    handle: withHome(source, handle)
  }));

/** The reply for what has an id in a list; 404 if nothing has it. */
export function replyFor<One>(list: ReadonlyMap<number, One>, id: number, reply: (one: One) => Reply): Reply {
  const one = list.get(id);
  return one === undefined ? refuse('noSuchId', { id }) : reply(one);
}

/** The route for a request, or the allowed methods of its path. Without any, the path does not exist. */
type Match =
  | { readonly route: Route; readonly id: number }
  | { readonly route: null; readonly allowed: readonly string[] };

/** Finds the route for a method and a path relative to the base address. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const onPath = routes.flatMap((route) => {
    const id = matchPath(route.path, path);
    return id === null ? [] : [{ route, id }];
  });
  const match = onPath.find(({ route }) => route.method === method);
  return match ?? { route: null, allowed: onPath.map(({ route }) => route.method) };
}

/** Matches a path. Returns the value of `:id`, or NaN if the pattern has none; null if the path does not match. */
function matchPath(pattern: string, path: string): number | null {
  const match = new RegExp(`^${pattern.replace(':id', String.raw`(\d{1,15})`)}$`).exec(path);
  return match && Number(match[1]);
}
