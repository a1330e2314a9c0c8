import type { Page } from '@playwright/test';

/** The controller to sign in to, by id or by address. */
type Target = { readonly controller: string } | { readonly address: string };

/**
 * Signs in a page's browser without the sign-in page, which has its own tests.
 * @param origin the origin of the page, if it is not the program's
 * @returns the origin
 */
export async function signIn(page: Page, target: Target, origin?: string): Promise<string> {
  const at = origin ?? new URL((await page.request.get('/healthz')).url()).origin;
  const data = { ...target, username: 'demo', password: 'demo', screen: 'Phone' };
  const answer = await page.request.post(`${at}/api/sign-in`, { headers: { origin: at }, data });
  if (!answer.ok()) throw new Error(`There was no sign-in: ${await answer.text()}`);
  return at;
}
