import { once } from 'node:events';
import { expect, it } from 'vitest';
import { body, json, refusal } from '../../../../tools/support/misbehaving-controller';
import {
  ask,
  withMisbehavingController,
  withVirtualController,
  upstreamPath
} from '../../../support/upstream-test';

it('forwarding a read passes the controller’s answer on unchanged', async () => {
  const { upstream, controller } = await withVirtualController();
  const answer = await upstream.call('/v2/devices?fields=all');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const list = (await answer.json()) as { devices?: unknown[] } | unknown[];
  expect((Array.isArray(list) ? list : (list.devices ?? [])).length).toBeGreaterThan(10);
  expect(controller.requests()['GET /devices']).toBe(1);
});

// CVE-2026-15631: an encoded path left the prefix that a proxy forwarded.
it.each([
  '/%2e%2e/admin',
  '/..%2fauth/login',
  '/../auth/login',
  '/..\\admin',
  '//evil.test/x',
  '/devices/%31',
  '/poll?last=0'
])('forwarding a read answers 404 to %s, and the controller receives nothing', async (target) => {
  const { upstream, controller } = await withMisbehavingController();
  const before = controller.seen.length;
  for (const asked of [{ method: 'GET' }, { method: 'POST', body: {} }]) {
    const answer = await ask(upstream, upstreamPath(upstream, target), asked);
    expect({ status: answer.status, json: answer.json }).toMatchObject({
      status: 404,
      json: { error: { code: 'not-found' } }
    });
  }
  expect(controller.seen).toHaveLength(before);
});

it.each(['PUT', 'DELETE', 'PATCH', 'POST'])(
  'forwarding a read answers 405 with Allow to %s on a read-only path, and the controller receives nothing',
  async (method) => {
    const { upstream, controller } = await withMisbehavingController();
    const before = controller.seen.length;
    const answer = await ask(upstream, upstreamPath(upstream, '/devices/1'), { method, body: {} });
    expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 405, allow: 'GET' });
    expect(answer.json).toMatchObject({ error: { code: 'method-not-allowed' } });
    expect(controller.seen).toHaveLength(before);
  }
);

it('forwarding a read leaks no header in either direction', async () => {
  const { upstream, controller } = await withMisbehavingController();
  controller.on(
    'GET /rooms',
    json([], 200, {
      'set-cookie': 'a=b',
      'access-control-allow-origin': '*',
      'content-security-policy': 'x',
      server: 'box',
      'x-own': '1',
      'cache-control': 'max-age=1',
      etag: '"1"'
    })
  );
  const answer = await ask(upstream, upstreamPath(upstream, '/rooms'), {
    headers: {
      authorization: 'Basic c2VjcmV0',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=1',
      'x-own': '1',
      'accept-language': 'uk',
      'user-agent': 'me',
      'if-none-match': '"1"',
      range: 'bytes=0-1',
      te: 'trailers'
    }
  });
  expect((await controller.nextRequest('GET /rooms')).headers).toEqual({
    host: `127.0.0.1:${controller.port}`,
    connection: 'keep-alive',
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: 'Bearer access-1'
  });
  for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'x-own', 'etag'])
    expect(answer.headers[name]).toBeUndefined();
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; frame-ancestors 'none'; form-action 'none'; sandbox"
  );
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

it.each(['text/html', 'application/json;charset=utf-7'])(
  'forwarding a read sends JSON as its type, whatever type the controller sends: %s',
  async (type) => {
    const { upstream, controller } = await withMisbehavingController();
    controller.on('GET /rooms', body('["<script>"]', { 'content-type': type }));
    expect((await upstream.call('/v2/rooms')).headers.get('content-type')).toBe(
      'application/json; charset=utf-8'
    );
  }
);

it('forwarding a read passes on the controller’s message and its whole error', async () => {
  const { upstream, controller } = await withMisbehavingController();
  const error = { errorMessage: 'No such room', errorCode: 9, errorParameters: { id: 1 } };
  controller.on('GET /rooms', json(error, 404));
  expect(await (await upstream.call('/v2/rooms')).json()).toEqual({
    error: { code: 'controller-refused', message: 'No such room', detail: error }
  });
});

it('forwarding a read never passes a 401 on', async () => {
  const { upstream, controller } = await withMisbehavingController({
    'POST /auth/get-new-access-token': refusal(401)
  });
  controller.on('GET /rooms', refusal(401));
  const answer = await upstream.call('/v2/rooms');
  expect({ status: answer.status, json: await answer.json() }).toMatchObject({
    status: 409,
    json: { error: { code: 'signed-out' } }
  });
});

it('forwarding a read aborts the request if nobody waits for the answer', async () => {
  const { upstream, controller } = await withMisbehavingController();
  let isCut: Promise<unknown> = Promise.resolve();
  controller.on('GET /rooms', (response) => void (isCut = once(response, 'close')));
  const gone = new AbortController();
  const asking = upstream.call('/v2/rooms', { signal: gone.signal }).catch(() => undefined);
  await controller.nextRequest('GET /rooms');
  gone.abort();
  await asking;
  await isCut;
});
