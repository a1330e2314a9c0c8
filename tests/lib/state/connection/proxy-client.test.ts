import { expect, it, vi } from 'vitest';
import { lazy } from '../../../../src/lib/lazy.svelte';
import { ProxyClient } from '../../../../src/lib/state/connection/proxy-client';
import { FakeClock } from '../../../support/fake-clock';
import { json, refusal, serveHttp, type Answer } from '../http-proxy';
import { ann } from '../test-screen';

async function clientOf(answer: Answer) {
  const clock = new FakeClock(1_000_000);
  const { received, fetch } = await serveHttp(() => answer);
  return { client: new ProxyClient({ clock, fetch }), received, clock };
}

const credentials = { body: { address: '10.0.0.1', username: 'a', password: 'b' } };

it('ProxyClient reads a response, and leaves no timer', async () => {
  const { client, received, clock } = await clientOf(json(200, ann));
  expect(await client.call('GET /api/me')).toEqual({ ok: true, value: ann });
  expect(received).toEqual([{ method: 'GET', path: '/api/me', contentType: undefined, body: '' }]);
  expect(clock.waiting).toBe(0);
});

it('ProxyClient reports that nothing was sent if its code cannot be fetched', async () => {
  const { received, fetch } = await serveHttp(() => json(200, {}));
  const code = lazy(() => Promise.reject(new TypeError('Failed to fetch')));
  const client = new ProxyClient({ clock: new FakeClock(1_000_000), fetch }, code);
  expect(await client.call('GET /api/me')).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(received).toEqual([]);
});

it('ProxyClient gives up on code that does not come within 8 s, and sends nothing when it comes later', async () => {
  const { received, fetch } = await serveHttp(() => json(200, ann));
  const clock = new FakeClock(1_000_000);
  const code = await import('../../../../src/lib/state/connection/proxy-routes');
  let arrive = () => {};
  const late = new Promise<typeof code>((resolve) => (arrive = () => resolve(code)));
  const client = new ProxyClient(
    { clock, fetch },
    lazy(() => late)
  );
  const signedOut = client.call('POST /api/sign-out');
  clock.pass(8000);
  expect(await signedOut).toMatchObject({ ok: false, error: { code: 'offline' } });
  arrive();
  expect(await client.call('GET /api/me')).toMatchObject({ ok: true });
  expect(received.map(({ path }) => path)).toEqual(['/api/me']);
  expect(clock.waiting).toBe(0);
});

it('ProxyClient sends JSON, even without content, and accepts an empty response if none is expected', async () => {
  const { client, received } = await clientOf({ status: 204, body: '' });
  expect(await client.call('POST /api/sign-out')).toMatchObject({ ok: true });
  expect(received).toMatchObject([{ method: 'POST', contentType: 'application/json', body: '{}' }]);
});

it('ProxyClient returns the proxy’s error unchanged', async () => {
  const { client } = await clientOf(refusal(429, 'too-many-attempts'));
  const error = { code: 'too-many-attempts', message: 'too-many-attempts' };
  expect(await client.call('POST /api/sign-in', credentials)).toEqual({ ok: false, error });
});

it.each([
  [404, 'controller-refused', true],
  [501, 'controller-refused', true],
  [404, 'controller-malformed', true],
  [501, 'controller-malformed', true],
  [403, 'controller-refused', undefined],
  [502, 'controller-malformed', undefined],
  [404, 'not-found', undefined]
])('for a %i with %s the controller lacks the call: %s', async (status, code, isAbsent) => {
  const { client } = await clientOf(refusal(status, code));
  const result = await client.read('0123456789ab', '/devices/21/actions');
  expect(result.ok || [result.error.code, result.error.isAbsent]).toEqual([code, isAbsent]);
});

it.each([
  ['a page of somebody else', { status: 200, body: '<html>Sign in to the café</html>' }],
  ['another shape', json(200, { user: 7 })],
  ['an error of somebody else', { status: 502, body: '<html>Bad gateway</html>' }],
  ['an error code of another version', refusal(400, 'brand-new')]
])('ProxyClient reports %s as unknown', async (_, answer) => {
  const { client } = await clientOf(answer);
  expect(await client.call('GET /api/me')).toMatchObject({ ok: false, error: { code: 'unknown' } });
});

it('ProxyClient times out', async () => {
  const { client, received, clock } = await clientOf(null);
  const answer = client.call('GET /api/me');
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 15_000 });
  clock.pass(3000);
  expect(await answer).toMatchObject({ ok: false, error: { code: 'offline' } });
});

it("ProxyClient ends with its caller's signal", async () => {
  const { client, received, clock } = await clientOf(null);
  const abort = new AbortController();
  const answer = client.call('GET /api/status', { signal: abort.signal });
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 15_000 });
  abort.abort();
  expect(await answer).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(clock.waiting).toBe(0);
});

it('ProxyClient reports a lost session, and not a wrong password', async () => {
  const lost = vi.fn();
  const gone = await clientOf(refusal(401, 'not-signed-in'));
  gone.client.onLoss(lost);
  await gone.client.call('GET /api/status');
  expect(lost).toHaveBeenCalledExactlyOnceWith({ code: 'not-signed-in', message: 'not-signed-in' });
  const wrong = await clientOf(refusal(401, 'wrong-credentials'));
  wrong.client.onLoss(lost);
  await wrong.client.call('POST /api/sign-in', credentials);
  expect(lost).toHaveBeenCalledOnce();
});

it('ProxyClient reads one device from the controller', async () => {
  const { client, received } = await clientOf(json(200, { id: '21', interfaces: ['Switch Binary'] }));
  const value = { id: 21, interfaces: ['SwitchBinary'] };
  expect(await client.readDevice('0123456789ab', 21)).toMatchObject({ ok: true, value });
  expect(received[0]?.path).toBe('/api/controllers/0123456789ab/v2/devices/21');
});
