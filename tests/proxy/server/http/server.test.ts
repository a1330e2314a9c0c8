import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { LogCapture } from '../../../support/log-capture';
import { refusal, exchangeRaw, sharedProxy, testProxy } from '../../../support/test-proxy';
import { bareServer } from './bare-server';

/** Headers of a request of our own page. */
const HEAD = 'Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\n';

/** An error response from raw bytes: its status and its code. */
function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const parsed = JSON.parse(body) as { error: { code: string } };
  return { status: Number(head.split(' ')[1]), code: parsed.error.code, head: head.toLowerCase() };
}

describe('malformed HTTP', () => {
  const proxy = sharedProxy();
  const post = (headers: string, body: string) =>
    `POST /api/sign-in HTTP/1.1\r\n${HEAD}${headers}\r\n\r\n${body}`;
  const get = (header: string) => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n\r\n`;
  const malformed: [string, string][] = [
    ['both a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
    ['two lengths', post('Content-Length: 4\r\nContent-Length: 5', '{}  ')],
    ['a length that is no number', post('Content-Length: 0x4', '{}  ')],
    ['a bare line feed', `GET /healthz HTTP/1.1\nHost: 127.0.0.1\n\n`],
    ['a bare line feed after a header', get('X: y\nZ: z')],
    ['a folded header', get('X: y\r\n z')],
    ['a space before the colon', `GET /healthz HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n`],
    ['an unknown coding', post('Transfer-Encoding: xchunked', '')],
    ['a coding after the chunks', post('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
    ['duplicate chunked headers', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x', '0\r\n\r\n')],
    ['a coding behind a vertical tab', post('Transfer-Encoding:\u000bchunked', '0\r\n\r\n')],
    ['a length with a sign', post('Content-Length: +4', '{}  ')],
    ['a length below nothing', post('Content-Length: -4', '{}  ')],
    ['two lengths in one', post('Content-Length: 4, 4', '{}  ')],
    ['a length beyond all numbers', post('Content-Length: 99999999999999999999', '{}')],
    ['a chunk whose size is no number', post('Transfer-Encoding: chunked', '0x2\r\n{}\r\n0\r\n\r\n')],
    ['a chunk beyond all numbers', post('Transfer-Encoding: chunked', 'fffffffffffffffff\r\n{}\r\n')],
    ['a chunk that is longer than it says', post('Transfer-Encoding: chunked', '1\r\n{}\r\n0\r\n\r\n')],
    ['a chunk that ends in a bare line feed', post('Transfer-Encoding: chunked', '2\n{}\r\n0\r\n\r\n')],
    ['a NUL in a header', get('X: a\u0000b')],
    ['a bare carriage return', get('X: a\rZ: b')],
    ['a header without a name', get(': x')],
    ['a space in a header’s name', get('X y: z')],
    ['an unsupported version', `GET /healthz HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n`],
    ['an unknown method', `BREW /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
    ['noise', `\u0016\u0003\u0001\u0002\u0000\r\n\r\n`]
  ];
  it.each(malformed)(
    'malformed HTTP is refused with an error body, and the connection closes: %s',
    async (_what, bytes) => {
      const { port } = proxy();
      const smuggled = 'GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
      const received = await exchangeRaw(port, `${bytes}${smuggled}`);
      expect(received.match(/HTTP\/1\.1 /g), 'what follows is answered to nobody').toHaveLength(1);
      const answer = read(received);
      expect(answer).toMatchObject({ status: 400, code: 'bad-request' });
      expect(answer.head).toContain('x-content-type-options: nosniff');
    }
  );

  it('a head of 20 KB is refused with 431', async () => {
    const { port } = proxy();
    const bytes = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(read(await exchangeRaw(port, bytes))).toMatchObject({ status: 431, code: 'headers-too-large' });
  });

  it('chunks with endless extensions are refused', async () => {
    const { port } = proxy();
    const head = `POST /api/sign-in HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
    const received = await exchangeRaw(port, `${head}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 4(00|13|31) /);
  });

  it('the proxy keeps serving after a client disconnects during a request', async () => {
    const { port, ask } = await testProxy();
    await Promise.all(
      Array.from({ length: 50 }, () => {
        const socket = connect(port, '127.0.0.1');
        socket.write(`POST /api/sign-in HTTP/1.1\r\n${HEAD}Content-Length: 500\r\n\r\n{"user`);
        return new Promise((resolve) => {
          socket.on('connect', () => socket.resetAndDestroy());
          socket.on('close', resolve);
        });
      })
    );
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('an unknown request', () => {
  const proxy = sharedProxy();
  it.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api/sign-in/'],
    ['GET', '/_app/nothing.js'],
    ['GET', '/nothing.js'],
    ['GET', '/api/controllers/x/v3'],
    ['DELETE', '/api/controllers/a/b/c/d']
  ])('an unknown route is a 404: %s %s', async (method, path) => {
    const { ask, origin } = proxy();
    const answer = await ask(path, { method, headers: { origin } });
    expect(answer).toMatchObject(refusal(404, 'not-found'));
  });

  it.each([
    ['GET', '/api/sign-in', 'POST'],
    ['GET', '/api/controllers/0123456789ab/sign-out', 'POST'],
    ['PUT', '/api/me', 'GET, HEAD'],
    ['POST', '/api/controllers/0123456789ab/layout', 'GET, HEAD, PUT'],
    ['POST', '/rooms/1', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['TRACE', '/', 'GET, HEAD']
  ])('a method that a path does not accept is a 405: %s %s', async (method, path, allow) => {
    const { ask, origin } = proxy();
    const answer = await ask(path, { method, headers: { origin } });
    expect(answer).toMatchObject({ ...refusal(405, 'method-not-allowed'), headers: { allow } });
  });

  it.each(['/%', '/%zz', '/api/%c0%af', '/%ff'])('a malformed path is refused: %s', async (path) => {
    const { ask } = proxy();
    expect(await ask(path)).toMatchObject(refusal(400, 'bad-request'));
  });
});

describe('a body', () => {
  const proxy = sharedProxy();
  const signIn = (type: string | undefined, body: string) => {
    const { ask, origin } = proxy();
    const headers = { origin, ...(type !== undefined && { 'content-type': type }) };
    return ask('/api/sign-in', { method: 'POST', headers, body });
  };

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    undefined
  ])('a body must be JSON, not %s', async (type) => {
    expect(await signIn(type, '{}')).toMatchObject(refusal(415, 'unsupported-media-type'));
  });

  it.each(['{', '', 'null', '[]', '{"__proto__": {"username": "demo"}}', `{"a":${'['.repeat(30_000)}`])(
    'a malformed body is refused: %#',
    async (body) => {
      expect(await signIn('application/json', body)).toMatchObject(refusal(400, 'bad-request'));
    }
  );

  it('a body of more than 64 KiB is refused, with and without a length', async () => {
    const body = JSON.stringify({ username: 'x'.repeat(65 * 1024) });
    expect(await signIn('application/json', body)).toMatchObject(refusal(413, 'too-large'));
    const { port } = proxy();
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const head = `POST /api/sign-in HTTP/1.1\r\n${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(read(await exchangeRaw(port, head + chunk))).toMatchObject({ status: 413, code: 'too-large' });
  });
});

it('an internal error is logged once without secrets, and not revealed to the client', async () => {
  const log = new LogCapture();
  const { app } = bareServer(log);
  app.get('/api/controllers', { config: { access: 'public' } }, () => {
    throw new Error('canary: the password was hunter2');
  });
  const answer = await app.inject({ url: '/api/controllers?token=canary-7', headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ error: { code: 'internal' } });
  expect(answer.body).not.toContain('canary');
  const received = log.entries.filter((entry) => JSON.stringify(entry).includes('"error"'));
  expect(received).toHaveLength(1);
  expect(log.lines.join()).not.toContain('canary-7');
  await app.close();
});

describe('every response', () => {
  const proxy = sharedProxy();
  const COMMON = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=()'
  };
  const policy = "default-src 'none'; frame-ancestors 'none'; form-action 'none'";
  const DATA = { ...COMMON, 'cache-control': 'no-store', 'content-security-policy': policy };

  it.each(['/api/status', '/api/me', '/api/nothing', '/healthz', '/metrics', '/%'])(
    'no response may run scripts, be cached or be framed: %s',
    async (path) => {
      const { headers } = await proxy().ask(path);
      const policy = `${DATA['content-security-policy']}${path.startsWith('/api/') ? '; sandbox' : ''}`;
      expect(headers).toMatchObject({ ...DATA, 'content-security-policy': policy });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  );
});
