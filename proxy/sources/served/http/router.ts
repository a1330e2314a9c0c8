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

/** A handler that needs the home. While the source has lost it, it answers 503. */
export const withHome =
  (source: Pick<Source, 'home'>, handle: (home: ServedHome, call: ApiCall) => Reply) =>
  (call: ApiCall): Reply => {
    const home = source.home();
    return home === null ? refuse('noHome') : handle(home, call);
  };

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
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  let id = NaN;
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (part === ':id' && /^\d{1,15}$/.test(text)) id = Number(text);
    else if (part !== text) return null;
  }
  return id;
}
