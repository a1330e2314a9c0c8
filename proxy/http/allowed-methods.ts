import type { FastifyInstance } from 'fastify';
import { isReserved } from '../pages/routes';

/** What every path takes that may be a page. */
const PAGE_METHODS = ['GET', 'HEAD'];

/** Which methods a path takes, so that a wrong one is told from a path that is not there. */
export class KnownPaths {
  readonly #routes: { readonly method: string; readonly pattern: RegExp }[] = [];

  /** Remembers every route that `app` gets from here on. */
  watch(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url }) => {
      if (url === '/*') return;
      const pattern = patternOf(url);
      for (const each of [method].flat()) this.#routes.push({ method: each, pattern });
    });
  }

  /** The methods, in the alphabet's order; none where there is no such path. */
  methodsOf(path: string): readonly string[] {
    if (!isReserved(path)) return PAGE_METHODS;
    const methods = this.#routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}

function patternOf(url: string) {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace('*', '.*');
  return new RegExp(`^${source}$`);
}
