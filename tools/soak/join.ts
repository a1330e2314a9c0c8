/** Who signs in, and where; what is not said is `demo`, at the controller that stands on 127.0.0.1. */
export interface SignInSaid {
  readonly address?: string;
  readonly username?: string;
  readonly password?: string;
}

/** A screen that is signed in: its `Cookie` header, and the id of its controller. */
export interface Grant {
  readonly cookie: string;
  readonly controller: string;
}

/** Asks the proxy at an origin for a sign-in, as our own page would. */
export function signInAt(
  origin: string,
  { address = '127.0.0.1', username = 'demo', password = 'demo' }: SignInSaid = {}
): Promise<Response> {
  return fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ address, username, password, screen: 'Kitchen' })
  });
}

/** Signs a new screen in. Rejects with what the proxy said where it is refused. */
export async function join(origin: string, said?: SignInSaid): Promise<Grant> {
  const reply = await signInAt(origin, said);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`There was no sign-in: ${text}`);
  const [cookie = ''] = reply.headers.getSetCookie();
  const { controller } = JSON.parse(text) as { controller: { id: string } };
  return { cookie: cookie.split(';')[0] ?? '', controller: controller.id };
}
