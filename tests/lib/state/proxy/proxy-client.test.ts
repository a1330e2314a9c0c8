import { expect, it, vi } from 'vitest';
import { lazy } from '../../../../src/lib/lazy.svelte';
import { ProxyClient } from '../../../../src/lib/state/proxy/proxy-client';
import { createTestEnvironment, settled, type FakeRequest } from '../test-environment';
import { ann } from '../test-screen';

/** A client whose requests are answered by this rule. Those without an answer wait. */
function clientOf(
  answer: (request: FakeRequest) => void = () => undefined,
  code?: ConstructorParameters<typeof ProxyClient>[1]
) {
  const { clock, proxy, environment } = createTestEnvironment();
  const received: FakeRequest[] = [];
  proxy.rule = (request) => {
    received.push(request);
    answer(request);
  };
  return { client: new ProxyClient(environment, code), received, clock };
}

const json = (status: number, body?: unknown) => (request: FakeRequest) => request.answer(status, body);
const refusal = (status: number, code: string) => (request: FakeRequest) => request.refuse(status, code);

const credentials = { body: { address: '10.0.0.1', username: 'a', password: 'b' } };

it('ProxyClient reads a response, and leaves no timer', async () => {
  const { client, received, clock } = clientOf(json(200, ann));
  expect(await client.call('GET /api/me')).toEqual({ ok: true, value: { ...ann, homes: [] } });
  expect(received).toMatchObject([{ method: 'GET', path: '/api/me', body: undefined }]);
  expect(received[0]?.headers).not.toHaveProperty('content-type');
  expect(clock.waiting).toBe(0);
});

it('ProxyClient reports that nothing was sent if its code cannot be fetched', async () => {
  const code = lazy(() => Promise.reject(new TypeError('Failed to fetch')));
  const { client, received } = clientOf(json(200, {}), code);
  expect(await client.call('GET /api/me')).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(received).toEqual([]);
});

it('ProxyClient gives up on code that does not come within 8 s, and sends nothing when it comes later', async () => {
  const code = await import('../../../../src/lib/state/proxy/proxy-routes');
  let arrive = () => {};
  const late = new Promise<typeof code>((resolve) => (arrive = () => resolve(code)));
  const { client, received, clock } = clientOf(
    json(200, ann),
    lazy(() => late)
  );
  const signedOut = client.call('POST /api/controllers/:id/sign-out');
  clock.pass(8000);
  expect(await signedOut).toMatchObject({ ok: false, error: { code: 'offline' } });
  arrive();
  expect(await client.call('GET /api/me')).toMatchObject({ ok: true });
  expect(received.map(({ path }) => path)).toEqual(['/api/me']);
  expect(clock.waiting).toBe(0);
});

it('ProxyClient sends JSON, even without content, and accepts an empty response if none is expected', async () => {
  const { client, received } = clientOf(json(204));
  expect(await client.call('POST /api/controllers/:id/sign-out')).toMatchObject({ ok: true });
  expect(received).toMatchObject([
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: {} }
  ]);
});

it('ProxyClient returns the proxy’s error unchanged', async () => {
  const { client } = clientOf(refusal(429, 'too-many-attempts'));
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
  const { client } = clientOf(refusal(status, code));
  const result = await client.read('0123456789ab', '/devices/21/actions');
  expect(result.ok || [result.error.code, result.error.isAbsent]).toEqual([code, isAbsent]);
});

it.each([
  ['a page of somebody else', 200, '<html>Sign in to the café</html>'],
  ['another shape', 200, '{"user":7}'],
  ['an error of somebody else', 502, '<html>Bad gateway</html>'],
  ['an error code of another version', 400, '{"error":{"code":"brand-new","message":""}}']
])('ProxyClient reports %s as unknown', async (_, status, text) => {
  const { environment } = createTestEnvironment();
  const client = new ProxyClient({ ...environment, fetch: async () => new Response(text, { status }) });
  expect(await client.call('GET /api/me')).toMatchObject({ ok: false, error: { code: 'unknown' } });
});

it('ProxyClient times out', async () => {
  const { client, received, clock } = clientOf();
  const answer = client.call('GET /api/me');
  await settled();
  expect(received).toHaveLength(1);
  clock.pass(3000);
  expect(await answer).toMatchObject({ ok: false, error: { code: 'offline' } });
});

it("ProxyClient ends with its caller's signal", async () => {
  const { client, received, clock } = clientOf();
  const abort = new AbortController();
  const answer = client.call('GET /api/status', { signal: abort.signal });
  await settled();
  expect(received).toHaveLength(1);
  abort.abort();
  expect(await answer).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(clock.waiting).toBe(0);
});

it('ProxyClient reports a lost session, and not a wrong password', async () => {
  const lost = vi.fn();
  const gone = clientOf(refusal(401, 'not-signed-in'));
  gone.client.onLoss(lost);
  await gone.client.call('GET /api/status');
  expect(lost).toHaveBeenCalledExactlyOnceWith({ code: 'not-signed-in', message: 'not-signed-in' });
  const wrong = clientOf(refusal(401, 'wrong-credentials'));
  wrong.client.onLoss(lost);
  await wrong.client.call('POST /api/sign-in', credentials);
  expect(lost).toHaveBeenCalledOnce();
});

it('ProxyClient reads one device from the controller', async () => {
  const { client, received } = clientOf(json(200, { id: '21', interfaces: ['Switch Binary'] }));
  const value = { id: 21, interfaces: ['SwitchBinary'] };
  expect(await client.readDevice('0123456789ab', 21)).toMatchObject({ ok: true, value });
  expect(received[0]?.path).toBe('/api/controllers/0123456789ab/v2/devices/21');
});
