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

/** Signs in at the proxy, like our own page. */
export function signInAt(
  origin: string,
  { address = '127.0.0.1', controller, username = 'demo', password = 'demo' }: Credentials = {}
): Promise<Response> {
  return fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      ...(controller === undefined ? { address } : { controller }),
      username,
      password,
      screen: 'Kitchen'
    })
  });
}

/** Signs in a new screen. Rejects with the proxy's error. */
export async function join(origin: string, credentials?: Credentials): Promise<Grant> {
  const reply = await signInAt(origin, credentials);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`The sign-in failed: ${text}`);
  const [cookie = ''] = reply.headers.getSetCookie();
  const { controller } = JSON.parse(text) as { controller: { id: string } };
  return { cookie: cookie.split(';')[0] ?? '', controller: controller.id };
}
