import { beforeEach, expect, it } from 'vitest';
import type { ControllerClient } from '../../../../proxy/server/controllers/client';
import {
  body,
  cut,
  json,
  refusal,
  silence,
  type Behaviour,
  type MisbehavingController
} from '../../../../tools/support/misbehaving-controller';
import { failure, makeClient } from '../../../support/client';
import { misbehavingForTest } from '../../../support/controllers';
import { FakeClock, settle } from '../../../support/fake-clock';

const RENEWAL = 'POST /auth/get-new-access-token';

let controller: MisbehavingController;
let client: ControllerClient;
let clock: FakeClock;
let changes: ReturnType<typeof makeClient>['changes'];
/** The only valid access token. */
let good: string;

/** Accepts requests with the valid token. */
const guarded: Behaviour = (response, seen) =>
  (seen.headers.authorization === `Bearer ${good}` ? json([]) : refusal(401, 'Expired'))(response, seen);

/** Waits until a renewal has failed, and the next one waits for its pause. */
async function pause() {
  for (let turn = 0; turn < 5_000 && clock.next !== 1_000; turn++) await settle();
}

beforeEach(async () => {
  clock = new FakeClock();
  good = 'access-2';
  controller = await misbehavingForTest({ 'GET /rooms': guarded });
  ({ client, changes } = makeClient(controller.port, clock));
});

it('an expired access token is renewed once for a hundred simultaneous calls', async () => {
  controller.on(RENEWAL, json({ success: true, token: 'access-2', refresh_token: 'refresh-2' }));
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.read('/rooms')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(100);
  expect(controller.count(RENEWAL)).toBe(1);
  expect(changes).toEqual([{ access: 'access-2', refresh: 'refresh-2' }]);
});

it('an expired access token is renewed with the refresh token in the query, and without Authorization', async () => {
  controller.on(RENEWAL, json({ token: 'access-2' }));
  await client.read('/rooms');
  const { url, headers } = await controller.nextRequest(RENEWAL);
  expect(url).toBe('/auth/get-new-access-token?token=refresh-1');
  expect(headers.authorization).toBeUndefined();
});

it.each([
  ['keeps the old refresh token if there is no new one', { token: 'access-2' }, 'refresh-1'],
  ['uses a new refresh token', { access_token: 'access-2', refresh_token: 'refresh-2' }, 'refresh-2'],
  ['reads other spellings', { accessToken: 'access-2', refreshToken: 'refresh-3' }, 'refresh-3']
])('a renewal %s', async (_name, reply, refresh) => {
  controller.on(RENEWAL, json(reply));
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
  expect(changes).toEqual([{ access: 'access-2', refresh }]);
});

it.each<[string, Behaviour]>([
  ['is refused with 401', refusal(401)],
  ['is refused with 403', refusal(403)],
  ['says that it was not successful', json({ success: false, token: 'access-2' })]
])('a renewal that %s ends the sign-in', async (_name, behave) => {
  controller.on(RENEWAL, behave);
  expect(await client.read('/rooms')).toMatchObject(failure('signed-out'));
  expect(await client.read('/rooms')).toMatchObject(failure('signed-out'));
  expect(controller.count(RENEWAL)).toBe(1);
  expect(controller.count('GET /rooms')).toBe(1);
  expect(changes).toEqual([null]);
});

it.each<[string, Behaviour]>([
  ['a 400', refusal(400)],
  ['a 404', refusal(404)],
  ['a 500', refusal(500)],
  ['a 503', json({}, 503)],
  ['a 502 with HTML', (response) => response.writeHead(502).end('<html>')],
  ['HTML', body('<html>')],
  ['a success without a token', json({ success: true })],
  ['an empty token', json({ token: '' })],
  ['a token that is a number', json({ token: 5 })],
  ['a token of 64 kB', json({ token: 'x'.repeat(64 * 1024) })],
  ['a token with a line break', json({ token: 'a\r\nx-evil: 1' })]
])('a renewal that is answered with %s is tried again with the same token', async (_name, behave) => {
  controller.on(RENEWAL, behave);
  const reading = client.read('/rooms');
  await pause();
  controller.on(RENEWAL, json({ token: 'access-2' }));
  await clock.advance(1_000);
  expect(await reading).toMatchObject({ ok: true });
  const renewals = controller.seen.filter(({ url }) => url.startsWith('/auth/'));
  const renewal = '/auth/get-new-access-token?token=refresh-1';
  expect(renewals.map(({ url }) => url)).toEqual([renewal, renewal]);
  expect(changes).toEqual([{ access: 'access-2', refresh: 'refresh-1' }]);
});

it('a renewal that never gets a proper answer is tried again after 1, 2, 4, 8, 16 and 20 s, and ends no sign-in', async () => {
  controller.on(RENEWAL, refusal(502));
  const reading = client.read('/rooms');
  await pause();
  await clock.advance(1_000);
  expect(await reading).toMatchObject(failure('controller-busy', { retryAfterMs: 2_000 }));
  for (const retryAfterMs of [2_000, 4_000, 8_000, 16_000, 29_000, 20_000, 20_000]) {
    expect(await client.read('/rooms')).toMatchObject(failure('controller-busy', { retryAfterMs }));
    await clock.advance(retryAfterMs);
  }
  expect(changes).toEqual([]);
  controller.on(RENEWAL, json({ token: 'access-2' }));
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('a renewal is not tried again before the time for which a busy controller asks', async () => {
  controller.on(RENEWAL, json({}, 503, { 'retry-after': '40' }));
  const busy = failure('controller-busy', { retryAfterMs: 40_000 });
  expect(await client.read('/rooms')).toMatchObject(busy);
  controller.on(RENEWAL, json({ token: 'access-2' }));
  await clock.advance(38_000);
  expect(await client.read('/rooms')).toMatchObject({ ok: false, error: { retryAfterMs: 2_000 } });
  await clock.advance(2_000);
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('a refusal after a lost answer ends the sign-in: the lost answer had used up the refresh token', async () => {
  controller.on(RENEWAL, cut);
  expect((await client.read('/rooms')).ok).toBe(false);
  await clock.advance(1_000);
  controller.on(RENEWAL, refusal(401));
  expect(await client.read('/rooms')).toMatchObject(failure('signed-out'));
  expect(changes).toEqual([null]);
});

it('a renewal that hangs does not end the sign-in', async () => {
  controller.on(RENEWAL, silence);
  const reading = client.read('/rooms');
  await controller.nextRequest(RENEWAL);
  await clock.advance(10_000);
  expect(await reading).toMatchObject(failure('controller-unreachable'));
  expect(changes).toEqual([]);
});

it('a new token that is refused as well ends the sign-in', async () => {
  good = 'none';
  controller.on('GET /sections', guarded);
  controller.on(RENEWAL, json({ token: 'access-2', refresh_token: 'refresh-2' }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.read('/rooms')));
  for (const answer of answers) expect(answer).toMatchObject(failure('signed-out'));
  expect(controller.count(RENEWAL)).toBe(1);
});

it('a call that is refused with a valid new token does not end the sign-in', async () => {
  controller.on(RENEWAL, json({ token: 'access-2', refresh_token: 'refresh-2' }));
  controller.on('GET /devices/1', refusal(401));
  expect(await client.read('/devices/1')).toMatchObject(failure('controller-refused', { status: 401 }));
  expect(changes).toEqual([{ access: 'access-2', refresh: 'refresh-2' }]);
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('an expired access token without a refresh token ends the sign-in', async () => {
  const alone = makeClient(controller.port, clock, { access: 'access-1', refresh: null });
  expect(await alone.client.read('/rooms')).toMatchObject(failure('signed-out'));
  expect(controller.count(RENEWAL)).toBe(0);
});

it('a new sign-in replaces a renewal in progress', async () => {
  let answerRenewal = () => {};
  controller.on(RENEWAL, (response, seen) => (answerRenewal = () => refusal(401)(response, seen)));
  const reading = client.read('/rooms');
  await controller.nextRequest(RENEWAL);
  good = 'access-9';
  client.setTokens({ access: 'access-9', refresh: 'refresh-9' });
  answerRenewal();
  expect(await reading).toMatchObject({ ok: true });
  expect(changes).toEqual([{ access: 'access-9', refresh: 'refresh-9' }]);
});

it('a client with new tokens goes on, and calls its listeners', async () => {
  controller.on(RENEWAL, refusal(401));
  let revivals = 0;
  client.onSignedIn(() => revivals++);
  await client.read('/rooms');
  client.setTokens({ access: 'access-2', refresh: null });
  expect(revivals).toBe(1);
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});
