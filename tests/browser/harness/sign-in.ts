import type { Page } from '@playwright/test';

/** The controller to sign in to, by id or by address, and a name for the screen. */
type Target = ({ readonly controller: string } | { readonly address: string }) & { readonly screen?: string };

/**
 * Signs in a page's browser without the sign-in page, which has its own tests.
 * @param origin the origin of the page, if it is not the program's
 * @returns the origin
 */
export async function signIn({ request }: Pick<Page, 'request'>, target: Target, origin?: string) {
  const at = origin ?? new URL((await request.get('/healthz')).url()).origin;
  const data = { username: 'demo', password: 'demo', screen: 'Phone', ...target };
  const answer = await request.post(`${at}/api/sign-in`, { headers: { origin: at }, data });
  if (!answer.ok()) throw new Error(`There was no sign-in: ${await answer.text()}`);
  return at;
}
