import * as v from 'valibot';

/** Signs in directly at a controller on a port of 127.0.0.1. Resolves with the header `Authorization` of its calls. */
export async function tokenAt(port: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v2/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client: { id: 'bench', name: 'Bench', type: 'other', push_type: 'Any' } })
  });
  const { token } = v.parse(v.object({ token: v.string() }), await reply.json());
  return `Bearer ${token}`;
}
