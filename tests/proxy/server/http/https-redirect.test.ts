import { expect, it, onTestFinished } from 'vitest';
import { Hosts } from '../../../../proxy/server/http/hosts';
import { silentLog } from '../../../../proxy/server/base/platform/log';
import { createAuthority, issueLeaf } from '../../../../proxy/server/origin/tls/authority';
import {
  createHttpsRedirect,
  DEFAULT_HTTPS_PORT,
  redirectPortOf,
  closeServer
} from '../../../../proxy/server/http/https-server';
import { listening } from '../../../support/listening';
import { askAt } from '../../../support/test-proxy';

const at = Date.now();
const leaf = issueLeaf(createAuthority(at), { names: ['localhost', 'hall.local', '127.0.0.1'], at });

/** A redirect server on a free port, and its client. */
async function redirectServer() {
  const server = createHttpsRedirect(leaf, {
    log: silentLog,
    hosts: new Hosts({ name: 'hall', origin: undefined, certificateNames: () => [] }),
    originOf: (hostname) => `https://${hostname}:8443`
  });
  const port = await listening(server);
  onTestFinished(() => closeServer(server));
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
  const ask = await redirectServer();
  expect(await ask(path, { host })).toMatchObject({ status: 308, location });
});

it('does not redirect to a foreign host name, and accepts GET and HEAD only', async () => {
  const ask = await redirectServer();
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
