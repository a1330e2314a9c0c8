import * as v from 'valibot';
import type { Rights } from '#shared/rights';

/** The controller and credentials of a sign-in. Defaults: `demo` at 127.0.0.1. */
export interface Credentials {
  readonly address?: string;
  /** The id of a known controller, which replaces the address. */
  readonly controller?: string;
  readonly username?: string;
  readonly password?: string;
}

/** A signed-in screen: its `Cookie` header and its controller's id. */
export interface Grant {
  readonly cookie: string;
  readonly controller: string;
}

/**
 * Signs in at the proxy, like our own page, to manage the home if the account is that of the home.
 * @param cookie that of a screen which is signed in already: one that manages the household may sign in at another address
 */
export function signInAt(
  origin: string,
  { address = '127.0.0.1', controller, username = 'demo', password = 'demo' }: Credentials = {},
  cookie?: string
): Promise<Response> {
  const where = controller === undefined ? { address } : { controller };
  return post(
    `${origin}/api/sign-in`,
    { ...where, username, password, screen: 'Kitchen', manages: true },
    cookie
  );
}

/** Signs in a new screen. Rejects with the proxy's error. */
export async function join(origin: string, ...how: [Credentials?, string?]): Promise<Grant> {
  return grantIn(await signInAt(origin, ...how));
}

/** Pairs a new screen by a signed-in one, with these rights. Rejects with the proxy's error. */
export async function pair(origin: string, by: Grant, rights: Partial<Rights>): Promise<Grant> {
  const limits = { until: null, ...rights };
  const offer: unknown = await (
    await post(`${origin}/api/controllers/${by.controller}/pairing`, { rights: limits }, by.cookie)
  ).json();
  const { code } = v.parse(v.object({ code: v.string() }), offer);
  return grantIn(await post(`${origin}/api/pair`, { code, screen: 'Guest' }));
}

const post = (url: string, body: object, cookie?: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      ...(cookie !== undefined && { cookie })
    },
    body: JSON.stringify(body)
  });

const signedInSchema = v.object({ controller: v.object({ id: v.string() }) });

async function grantIn(reply: Response): Promise<Grant> {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`The sign-in failed: ${text}`);
  const [cookie = ''] = reply.headers.getSetCookie();
  const { controller } = v.parse(signedInSchema, JSON.parse(text));
  return { cookie: cookie.split(';')[0] ?? '', controller: controller.id };
}
