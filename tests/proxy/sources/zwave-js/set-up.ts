import { SETUP_CODE_HEADER } from '#shared/wire';
import type { TestProxy } from '../../../support/test-proxy';
import { cookieOf, idIn } from '../../server/household/owner';
import { soon } from './fake-server';

/** The first user of a Z-Wave JS server. */
export const ANNA = { username: 'anna', password: 'a long password' };

/** All controllers that a proxy lists. */
export const entries = async (proxy: TestProxy, cookie = '') => {
  const { json } = await proxy.call(cookie, 'GET', '/api/controllers');
  return (json as { controllers: { id: string; name: string; source: string; setsUp?: true }[] }).controllers;
};

/** Searches until the server was found. Returns its passing id. */
export async function find(proxy: TestProxy, cookie = ''): Promise<string> {
  await proxy.call(cookie, 'POST', '/api/controllers/search', {});
  return soon(async () => {
    const found = (await entries(proxy, cookie)).find(({ setsUp }) => setsUp);
    if (!found) throw new Error('Nothing was found.');
    return found.id;
  });
}

/** Sets it up with a setup code. */
export async function setUp(proxy: TestProxy) {
  const controller = await find(proxy);
  const code = await proxy.makeSetupCode();
  const answer = await proxy.signIn({ controller, ...ANNA }, { [SETUP_CODE_HEADER]: code });
  return { answer, cookie: cookieOf(answer), id: idIn(answer) };
}
