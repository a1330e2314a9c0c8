import { expect, it } from 'vitest';
import {
  json,
  refusal as refused,
  silence,
  type Behaviour,
  type MisbehavingController
} from '../../../../../tools/support/misbehaving-controller';
import { at, cookieOf, HOME, openOwner, refusal } from '../owner';

const OLD = 'Bearer real';

/**
 * Changes the controller's password. Only the token for the new one is accepted; `toOld` answers earlier
 * tokens.
 */
function changePassword(real: MisbehavingController, toOld: Partial<Record<string, Behaviour>> = {}) {
  real.on('POST /auth/login', json({ token: 'fresh', refresh_token: 'fresh-refresh' }));
  real.on('POST /auth/get-new-access-token', toOld['renewal'] ?? refused(401));
  for (const path of ['sections', 'rooms'])
    real.on(`GET /${path}`, (response, seen) => {
      const answer =
        seen.headers.authorization === OLD ? toOld[path] : json([{ id: 1, name: 'Ours', section_id: 1 }]);
      (answer ?? refused(401))(response, seen);
    });
}

/** A stolen phone that has sent nothing since. */
async function stolenPhone() {
  const owner = await openOwner();
  const { cookie, id } = await owner.signIn();
  return {
    ...owner,
    signInAgain: () => owner.proxy.signIn(at(HOME, { password: 'new' })),
    thief: (path = '/own/screens') => owner.call(cookie, 'GET', path),
    rooms: `/api/controllers/${id}/v2/rooms`
  };
}

it.each([
  ['is too busy', { sections: json({}, 503) }],
  ['fails', { sections: refused(500) }],
  ['is silent', { sections: silence }],
  ['refuses the access token and is too busy for the refresh token', { renewal: json({}, 503) }],
  ['refuses the access token and makes no sense of the refresh token', { renewal: json({}) }]
])(
  'no screen is unlocked by a controller that %s when the proxy checks earlier tokens',
  async (_, toOld) => {
    const { real, signInAgain, thief, rooms, call } = await stolenPhone();
    changePassword(real, toOld);
    const own = await signInAgain();
    expect(own.status).toBe(200);
    expect((await call(cookieOf(own), 'GET', rooms)).status).toBe(200);
    for (const path of [undefined, rooms])
      expect(await thief(path)).toMatchObject(refusal(401, 'screen-locked'));
  },
  20_000
);

it('no screen is unlocked if the client disconnects while the proxy checks earlier tokens', async () => {
  const { real, proxy, signInAgain, thief } = await stolenPhone();
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  changePassword(real, {
    sections: (response, seen) => void isHeld.then(() => refused(401)(response, seen))
  });
  const { origin } = proxy;
  const gone = new AbortController();
  const impatient = fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ address: HOME, username: 'owner', password: 'new' }),
    signal: gone.signal
  });
  await real.nextRequest('GET /sections');
  gone.abort();
  await expect(impatient).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  answer();
  expect((await signInAgain()).status).toBe(200);
  expect(await thief()).toMatchObject(refusal(401, 'screen-locked'));
});

it('a pending read of a locked screen is not repeated with the new tokens', async () => {
  const { real, signInAgain, thief, rooms } = await stolenPhone();
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  changePassword(real, { rooms: (response, seen) => void isHeld.then(() => refused(401)(response, seen)) });
  // The house itself reads the rooms with a query.
  const reads = () => real.seen.filter(({ url }) => url === '/rooms').length;
  const reading = thief(rooms);
  await expect.poll(reads).toBe(1);
  expect((await signInAgain()).status).toBe(200);
  answer();
  expect(await reading).toMatchObject(refusal(401, 'screen-locked'));
  expect(reads()).toBe(1);
});

it('a controller without the checked call locks no screen', async () => {
  const { real, signInAgain, thief } = await stolenPhone();
  real.on('GET /sections', refused(404));
  expect((await signInAgain()).status).toBe(401);
  real.on('POST /auth/login', json({ token: 'fresh', refresh_token: 'fresh-refresh' }));
  expect((await signInAgain()).status).toBe(200);
  expect((await thief()).status).toBe(200);
});
