import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { json } from '../../../../../tools/support/misbehaving-controller';
import { devicesOf } from '../../../../support/homes';
import type { RawResponse } from '../../../../support/test-proxy';
import { at, cookieOf, ELSEWHERE, HOME, idIn, openOwner, ownerAtHome, refusal, type Owner } from '../owner';

/** The id of the screen that requests the list. */
const idOfScreen = ({ json: list }: RawResponse): string =>
  (list as { screens: { id: string; current: boolean }[] }).screens.find(({ current }) => current)?.id ?? '';

/** Starts a controller that answers a sign-in on demand. */
function held(box: Owner['other']) {
  let answer = () => {};
  box.on('POST /auth/login', (response, seen) => {
    answer = () => json({ token: 'trap', refresh_token: 'x' })(response, seen);
  });
  return { answer: () => answer() };
}

it('a sign-in is refused if the household was closed meanwhile', async () => {
  const owner = await openOwner();
  const login = held(owner.other);
  const stranger = owner.proxy.signIn(at(ELSEWHERE));
  await owner.other.nextRequest('POST /auth/login');
  const { cookie } = await owner.signIn();
  login.answer();
  expect(await stranger).toMatchObject(refusal(403, 'setup-code-needed'));
  const { json: list } = await owner.call(cookie, 'GET', '/api/controllers');
  expect((list as { controllers: unknown[] }).controllers).toHaveLength(1);
});

it.each([
  ['ended', 'DELETE', undefined],
  ['limited', 'PATCH', { rights: { ...FULL_RIGHTS, commands: false } }]
])('a sign-in is refused if the screen was %s meanwhile', async (_what, method, body) => {
  const { proxy, other, cookie, call } = await ownerAtHome();
  const owner = cookieOf(await proxy.signIn(at(HOME)));
  const lost = idOfScreen(await call(cookie, 'GET', '/own/screens'));
  const login = held(other);
  const thief = proxy.signIn(at(ELSEWHERE), { origin: proxy.origin, cookie });
  await other.nextRequest('POST /auth/login');
  expect((await call(owner, method, `/own/screens/${lost}`, body)).status).toBe(204);
  login.answer();
  expect(await thief).toMatchObject(refusal(403, 'setup-code-needed'));
});

it('a sign-in moves no controller if the screen was ended meanwhile, even if the home matches', async () => {
  const { proxy, other, cookie, id, call } = await ownerAtHome();
  const owner = cookieOf(await proxy.signIn(at(HOME)));
  const lost = idOfScreen(await call(cookie, 'GET', '/own/screens'));
  const login = held(other);
  other.on('GET /devices', json(devicesOf('Lamp')));
  const move = { address: ELSEWHERE, password: 'secret' };
  const thief = call(cookie, 'POST', `/api/controllers/${id}/move`, move);
  await other.nextRequest('POST /auth/login');
  expect((await call(owner, 'DELETE', `/own/screens/${lost}`)).status).toBe(204);
  login.answer();
  expect(await thief).toMatchObject(refusal(403, 'setup-code-needed'));
  expect((await call(owner, 'GET', '/api/me')).json).toMatchObject({ controller: { address: HOME } });
});

it('two simultaneous sign-ins of the owner create one controller', async () => {
  const owner = await openOwner();
  const answers = await Promise.all([owner.proxy.signIn(at(HOME)), owner.proxy.signIn(at(HOME))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(idIn)).size).toBe(1);
});
