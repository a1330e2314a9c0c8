import { expect, it } from 'vitest';
import { lookUp } from '../../../../proxy/server/forward/table';

const codeOf = (method: string, target: string) => {
  const found = lookUp(method, target);
  return found.ok ? found.value.kind : found.error.code;
};

it.each([
  '/info',
  '/system',
  '/home',
  '/sections',
  '/sections/1',
  '/rooms',
  '/rooms/22',
  '/devices',
  '/devices?fields=all',
  '/devices?show_hidden=&compact=&with_actions=&fields=all',
  '/devices?',
  '/devices/333',
  '/devices/333/actions',
  '/devices/333/parameter-history?param=Value&limit=100'
])('the forward table passes GET %s on unchanged', (target) => {
  expect(lookUp('GET', target)).toMatchObject({ ok: true, value: { kind: 'read', target } });
});

it('the forward table passes an id on only in the spelling that was checked', () => {
  expect(lookUp('GET', '/devices/0021?fields=all')).toMatchObject({
    value: { target: '/devices/21?fields=all', device: 21 }
  });
  expect(lookUp('POST', '/devices/000/actions')).toMatchObject({
    value: { target: '/devices/0/actions', device: 0 }
  });
});

it('the forward table passes a command on, and names its device', () => {
  const value = { kind: 'command', target: '/devices/21/actions', device: 21 };
  expect(lookUp('POST', '/devices/21/actions')).toEqual({ ok: true, value });
});

it.each([
  '',
  '/',
  '/admin',
  '/auth/login',
  '/auth/get-new-access-token',
  '/poll',
  '/poll?last=1',
  '/storage',
  '/devices/',
  '/devices/x',
  '/devices/:id',
  '/devices/-1',
  '/devices/1.5',
  '/devices/1e3',
  '/devices/+1',
  '/devices/1/',
  '/devices/9999999999999999',
  '/devices/1/actions/2',
  '/devices/1/history',
  '/Devices',
  '/devices.json',
  '/../devices',
  '/devices/../auth/login',
  '/devices/./1',
  '//evil.test/x',
  '/devices//1',
  '/devices/1//actions',
  '/%64evices',
  '/%2e%2e/admin',
  '/devices/%31',
  '/devices%2f1',
  '/devices/1%00',
  '/devices;x=1',
  '/devices/1;a',
  '\\devices',
  '/devices\\1',
  '/..\\admin',
  '/devices/1#x',
  '/devices /1',
  '/devices/１',
  '/http://evil.test'
])('the forward table does not know %j, with any method', (target) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(codeOf(method, target)).toBe('not-found');
});

it.each([
  '?fields=all&fields=all',
  '?unknown=1',
  '?last=1',
  '?fields',
  '?fields=%61ll',
  '?fields=a b',
  '?fields=a&&compact=1',
  '?fields=a;compact=1',
  '?fields=a=b',
  '?fields=a?b',
  '?fields=../x',
  `?fields=${'a'.repeat(65)}`,
  '?__proto__=1',
  '?=1'
])('the forward table passes no unknown query on: %j', (query) => {
  expect(codeOf('GET', `/devices${query}`)).toBe(query === '?fields' ? 'read' : 'bad-request');
});

it('the forward table accepts no query with a command, nor on a path without queries', () => {
  expect(codeOf('POST', '/devices/1/actions?fields=all')).toBe('bad-request');
  expect(codeOf('GET', '/rooms?fields=all')).toBe('bad-request');
});

it.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'the forward table names the methods of a known path, and %s is not one of them',
  (method) => {
    expect(lookUp(method, '/devices/1/actions')).toMatchObject({
      error: { code: 'method-not-allowed', allow: 'GET, POST' }
    });
    expect(lookUp(method, '/devices/1')).toMatchObject({
      error: { code: 'method-not-allowed', allow: 'GET' }
    });
    expect(lookUp('POST', '/devices/1')).toMatchObject({
      error: { code: 'method-not-allowed', allow: 'GET' }
    });
  }
);
