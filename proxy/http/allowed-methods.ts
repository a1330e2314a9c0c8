import type { FastifyInstance } from 'fastify';

/** Paths that never serve a page of the app: an unknown one is answered with 404. */
const RESERVED = /^\/(?:api|healthz|readyz|metrics|_app)(?:\/|$)/;

/** Whether a path never serves a page of the app. */
export const isReserved = (path: string) => RESERVED.test(path);

/** Methods of every path that may serve a page. */
const PAGE_METHODS = ['GET', 'HEAD'];

/** The methods that each path allows, to answer 405 instead of 404. */
export class AllowedMethods {
  readonly #routes: { readonly method: string; readonly pattern: RegExp }[] = [];

  /** Records every route that is added to `app` from now on. */
  watch(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url }) => {
      if (url === '/*') return;
      const pattern = patternOf(url);
      for (const each of [method].flat()) this.#routes.push({ method: each, pattern });
    });
  }

  /** The allowed methods in alphabetical order; empty if there is no such path. */
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
