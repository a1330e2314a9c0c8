import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admission, knownPassword } from '../../../../../proxy/sources/served/auth/admission';
import { IssuedTokens } from '../../../../../proxy/sources/served/auth/tokens';
import { answer } from '../../../../../proxy/sources/served/http/reply';
import type { Route } from '../../../../../proxy/sources/served/http/router';
import { HttpServer } from '../../../../../proxy/sources/served/http/server';
import { basic, Client } from '../../../../support/controller-client';
import { FakeClock } from '../../../../support/fake-clock';
import { exchangeRaw } from '../../../../support/test-proxy';

const routes: readonly Route[] = [
  { method: 'GET', path: '/echo/:id', handle: ({ id, query }) => answer({ id, q: query.get('q') }) },
  { method: 'POST', path: '/echo', handle: ({ body }) => answer({ body }) },
  {
    method: 'GET',
    path: '/broken',
    handle() {
      throw new Error('secret detail');
    }
  }
];

const bugs: unknown[] = [];
const admission = new Admission(new IssuedTokens(new FakeClock(), 1000), knownPassword('demo', 'demo'));
const server = new HttpServer(admission, routes, (bug) => bugs.push(bug));
let port = 0;
beforeAll(async () => {
  port = await server.start('127.0.0.1', 0);
});
afterAll(() => server.stop());

const client = () => new Client(`http://127.0.0.1:${port}/api/v2`, basic('demo', 'demo'));

const exchange = (...parts: readonly (string | Buffer)[]) => exchangeRaw(port, ...parts);

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: controller', `Authorization: ${basic('demo', 'demo')}`, ...headers, '', ''].join('\r\n');

test('the server passes the id, the query and the body to the route', async () => {
  expect(await client().get('/echo/17?q=a%20b')).toMatchObject({ body: { id: 17, q: 'a b' } });
  expect(await client().post('/echo', { é: [1] })).toMatchObject({ body: { body: { é: [1] } } });
  expect(await client().post('/echo')).toMatchObject({ body: {} });
});

test.each([
  '/echo/-1',
  '/echo/1.0',
  '/echo/0x1',
  '/echo/1e3',
  '/echo/9999999999999999',
  '/echo/',
  '/echo/1/',
  '//echo/1'
])('the server does not know the path %s', async (path) => {
  expect(await client().get(path)).toMatchObject({ status: 404, body: { errorCode: 11 } });
});

test('the server knows nothing outside its base address, and resolves no dots', async () => {
  for (const target of ['/', '/api/v1/echo/1', '/api/v2', '/api/v2/x/../echo/1', '/api/v2/%65cho/1'])
    expect(await exchange(head(`GET ${target} HTTP/1.1`, 'Connection: close'))).toContain('HTTP/1.1 404 ');
});

test('the server refuses a target that is not a path', async () => {
  for (const target of ['*', 'http://other.test/api/v2/echo/1'])
    expect(await exchange(head(`GET ${target} HTTP/1.1`, 'Connection: close'))).toContain('"errorCode":10');
});

test('the server answers malformed HTTP with 400 and the error body, and closes the connection', async () => {
  for (const bytes of ['rubbish\r\n\r\n', head('GET /api/v2/echo/1 HTTP/1.1', 'Content-Length: x')]) {
    const reply = await exchange(bytes);
    expect(reply).toContain('HTTP/1.1 400 Bad Request');
    expect(reply).toContain('"errorCode":16');
  }
});

test('the server refuses headers of more than 8 KiB', async () => {
  const reply = await exchange(head('GET /api/v2/echo/1 HTTP/1.1', `X-Large: ${'x'.repeat(9000)}`));
  expect(reply).toContain('HTTP/1.1 431 ');
  expect(reply).toContain('"errorCode":17');
});

test('the server refuses a body with two lengths', async () => {
  const lengths = ['Content-Length: 2', 'Transfer-Encoding: chunked'];
  expect(await exchange(head('POST /api/v2/echo HTTP/1.1', ...lengths), '0\r\n\r\n')).toContain(' 400 ');
});

test('the server accepts a body of 64 KiB, refuses one byte more, and keeps the connection', async () => {
  const quoted = (length: number) => `"${'x'.repeat(length - 2)}"`;
  expect(await client().post('/echo', quoted(64 * 1024))).toMatchObject({ status: 200 });
  const refused = await client().post('/echo', quoted(64 * 1024 + 1));
  expect(refused).toMatchObject({ status: 413, body: { errorCode: 15 } });
  expect(refused.headers.get('connection')).toBe('keep-alive');
});

test('the server closes the connection of an endless body', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const chunks = Array.from({ length: 20 }, () => chunk);
  const length = `Content-Length: ${chunk.length * 1000}`;
  // Nothing came if it was reset.
  expect(await exchange(head('POST /api/v2/echo HTTP/1.1', length), ...chunks)).toMatch(/^$| 413 /);
});

test('the server refuses invalid UTF-8 and malformed JSON', async () => {
  for (const body of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from('{"a":NaN}'), Buffer.from('{')]) {
    const lines = head('POST /api/v2/echo HTTP/1.1', `Content-Length: ${body.length}`, 'Connection: close');
    expect(await exchange(lines, body)).toContain('"errorCode":14');
  }
});

test('the server reports internal errors to its owner, and hides them from the client', async () => {
  const { status, body } = await client().get('/broken');
  expect(status).toBe(500);
  expect(body).toEqual({ errorMessage: 'Something went wrong inside the controller', errorCode: 90 });
  expect(bugs).toEqual([new Error('secret detail')]);
});

test('the server ignores a client that disconnects in the middle of a body', async () => {
  const before = bugs.length;
  const socket = connect(port, '127.0.0.1');
  socket.write(head('POST /api/v2/echo HTTP/1.1', 'Content-Length: 100') + '{"half":');
  await once(socket, 'connect');
  socket.destroy();
  expect(await client().get('/echo/1')).toMatchObject({ status: 200 });
  expect(bugs).toHaveLength(before);
});

test('the server names the accepted schemes if authorization is missing', async () => {
  const { headers } = await new Client(`http://127.0.0.1:${port}/api/v2`).get('/echo/1');
  expect(headers.get('www-authenticate')).toContain('Basic');
});
