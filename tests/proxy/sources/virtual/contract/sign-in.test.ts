import { expect, test } from 'vitest';
import { bearer, Client, errorCodeOf, textAt, type Answer } from '../../../../support/controller-client';
import { startForFile } from './start-for-file';

const OBSERVED_BODY = { client: { id: 'contract', name: 'Contract', type: 'other', push_type: 'Any' } };

function expectUnauthorized(answer: Answer) {
  expect(answer.status).toBe(401);
  expect(errorCodeOf(answer)).toBeGreaterThan(0);
}

const { base, client: withBasic } = await startForFile();
const open = new Client(base);
const withToken = (token: string) => new Client(base, bearer(token));

/** Sign-in, tokens and their renewal (document 5) [D], bodies and refresh as observed [O]. */
test('sign-in gives an access and a refresh token for Basic with the observed body', async () => {
  const { status, body } = await withBasic.post('/auth/login', OBSERVED_BODY);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true });
  expect(textAt(body, 'token')).not.toBe(textAt(body, 'refresh_token'));
});

test('sign-in needs no body, and requires Basic: an access token gives no other tokens', async () => {
  const { body } = await withBasic.post('/auth/login');
  expectUnauthorized(await withToken(textAt(body, 'token')).post('/auth/login'));
});

test('a controller accepts requests with the access token, and with Basic', async () => {
  const { body } = await withBasic.post('/auth/login');
  expect(await withToken(textAt(body, 'token')).get('/info')).toMatchObject({ status: 200 });
  expect(await withBasic.get('/info')).toMatchObject({ status: 200 });
});

test('a controller refuses requests without authorization, and with an unknown token, with 401 and the error body', async () => {
  for (const stranger of [open, withToken('unknown'), new Client(base, 'Digest x')])
    for (const path of ['/info', '/devices', '/devices/1', '/poll', '/nothing-here'])
      expectUnauthorized(await stranger.get(path));
});

test('a controller renews with the refresh token alone, which is used up by that', async () => {
  const signedIn = await withBasic.post('/auth/login');
  const path = `/auth/get-new-access-token?token=${textAt(signedIn.body, 'refresh_token')}`;
  const renewed = await open.post(path);
  expect(renewed).toMatchObject({ status: 200, body: { success: true } });
  expect(await withToken(textAt(renewed.body, 'token')).get('/info')).toMatchObject({ status: 200 });
  expectUnauthorized(await open.post(path));

  const again = `/auth/get-new-access-token?token=${textAt(renewed.body, 'refresh_token')}`;
  expect(await open.post(again)).toMatchObject({ status: 200 });
});
