import { expect, it } from 'vitest';
import { redirectPortOf } from '../../../../proxy/server/http/https-redirect';
import { DEFAULT_HTTPS_PORT } from '../../../../proxy/server/http/https-server';
import { redirectServer } from '../../../support/redirect-server';
import { askAt } from '../../../support/test-proxy';

/** The client of a redirect server. */
async function redirected() {
  const port = await redirectServer();
  return async (path: string, { host = 'hall.local', method = 'GET' } = {}) => {
    const { status, headers } = await askAt(`https://127.0.0.1:${port}`, path, { method, headers: { host } });
    return { status, headers, location: headers['location'] };
  };
}

it.each([
  ['hall.local', '/rooms/11?a=b', 'https://hall.local:8443/rooms/11?a=b'],
  ['hall.local:443', '/', 'https://hall.local:8443/'],
  ['127.0.0.1', '/install', 'https://127.0.0.1:8443/install'],
  ['hall.local', '//elsewhere.example/', 'https://hall.local:8443//elsewhere.example/']
])('redirects %s%s to the https listener', async (host, path, location) => {
  const ask = await redirected();
  expect(await ask(path, { host })).toMatchObject({ status: 308, location });
});

it('does not redirect to a foreign host name, and accepts GET and HEAD only', async () => {
  const ask = await redirected();
  expect(await ask('/', { host: 'elsewhere.example' })).toMatchObject({ status: 421, location: undefined });
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await ask('/api/me', { method })).toMatchObject({ status: 405, location: undefined });
  expect((await ask('/')).headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  });
});

it('is started only if neither a port nor an origin is set', () => {
  expect(redirectPortOf(DEFAULT_HTTPS_PORT, undefined)).toBe(443);
  expect(redirectPortOf(9443, undefined)).toBeUndefined();
  expect(redirectPortOf(0, undefined)).toBeUndefined();
  expect(redirectPortOf(DEFAULT_HTTPS_PORT, 'https://panel.example.org')).toBeUndefined();
});
