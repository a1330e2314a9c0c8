import { expect, it } from 'vitest';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { MAX_HOMES } from '../../../../proxy/server/household/household';
import { at, boxFor, cookieOf, idIn, openOwner, refusal } from './owner';

/** A household with as many homes as it can have, each with a screen, and one more controller. */
async function withEveryHome() {
  const { proxy, call, real, signIn } = await openOwner();
  const { port } = real;
  const signInAt = (address: string, code: string) =>
    proxy.signIn(at(address), { origin: proxy.origin, [SETUP_CODE_HEADER]: code });
  const first = await signIn();
  for (let n = 1; n < MAX_HOMES; n++) {
    const address = `127.0.0.${70 + n}`;
    await boxFor({ address, port, token: `token-${n}` });
    expect((await signInAt(address, await proxy.makeSetupCode())).status).toBe(200);
  }
  const ninth = await boxFor({ address: '127.0.0.90', port, token: 'ninth' });
  const homes = async (cookie: string) => {
    const { json } = await call(cookie, 'GET', '/api/controllers');
    return (json as { controllers: { id: string }[] }).controllers.map(({ id }) => id);
  };
  return { proxy, call, first, ninth, signInAt, homes };
}

it('a household of eight homes refuses another one before it connects there, removes none for it, and adds it once one is forgotten', async () => {
  const { proxy, call, first, ninth, signInAt, homes } = await withEveryHome();
  await call(first.cookie, 'POST', '/own/sign-out');
  const code = await proxy.makeSetupCode();
  expect(await signInAt('127.0.0.90', code)).toMatchObject(refusal(409, 'household-full'));
  expect(ninth.seen).toEqual([]);
  // The refused sign-in has not used the code up.
  const headers = { origin: proxy.origin, [SETUP_CODE_HEADER]: code };
  const forget = { method: 'POST', headers, body: { now: true } };
  expect((await proxy.ask(`/api/controllers/${first.id}/forget`, forget)).status).toBe(200);
  const added = await signInAt('127.0.0.90', await proxy.makeSetupCode());
  const ids = await homes(cookieOf(added));
  expect(ids).toHaveLength(MAX_HOMES);
  expect([ids.includes(first.id), ids.includes(idIn(added))]).toEqual([false, true]);
});
