import type { Reply } from './reply';

/** A request that a route is to answer. */
export interface Call {
  /** The number that stands in the path for `:id`; NaN for a route without one. */
  readonly id: number;
  readonly query: URLSearchParams;
  /** The body's JSON; undefined where there was none. */
  readonly body: unknown;
  readonly authorization: string | undefined;
  /** Aborts when the client is gone or the server stops. */
  readonly signal: AbortSignal;
}

/** One method on one path. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Relative to the base address; `:id` stands for a decimal number. */
  readonly path: string;
  /** Whether it is answered without authorization. */
  readonly isOpen?: boolean;
  handle(call: Call): Reply | Promise<Reply>;
}

/** The route for a request; or the methods that the path takes instead, none of them where there is no such path. */
type Match =
  | { readonly route: Route; readonly id: number }
  | { readonly route: null; readonly allowed: readonly string[] };

/** Finds who answers a method on a path relative to the base address. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const onPath = routes.flatMap((route) => {
    const id = matchPath(route.path, path);
    return id === null ? [] : [{ route, id }];
  });
  const match = onPath.find(({ route }) => route.method === method);
  return match ?? { route: null, allowed: onPath.map(({ route }) => route.method) };
}

/** The number for `:id`, NaN where the pattern has none; null where the path is another. */
function matchPath(pattern: string, path: string): number | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  let id = NaN;
  for (const [place, part] of wanted.entries()) {
    const text = given[place] ?? '';
    if (part === ':id' && /^\d{1,15}$/.test(text)) id = Number(text);
    else if (part !== text) return null;
  }
  return id;
}
