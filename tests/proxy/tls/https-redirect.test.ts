import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Hosts } from '../../../proxy/access/hosts';
import { silentLog } from '../../../proxy/log';
import { USUAL_HTTPS_PORT } from '../../../proxy/options';
import { createAuthority, issueLeaf } from '../../../proxy/tls/authority';
import { shut } from '../../../proxy/tls/secure-server';
import { createShortDoor, shortPortOf } from '../../../proxy/tls/https-redirect';

const at = Date.now();
const authority = await createAuthority(at);
const leaf = await issueLeaf(authority, { names: ['localhost', 'hall.local', '127.0.0.1'], at });

/** A short door on a free port, and how a client that trusts the box asks there. */
async function shortDoor() {
  const door = createShortDoor(leaf, {
    log: silentLog,
    hosts: new Hosts({ name: 'hall', origin: undefined }),
    originOf: (hostname) => `https://${hostname}:8443`
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => shut(door));
  const { port } = door.address() as AddressInfo;
  return async (path: string, { host = 'hall.local', method = 'GET' } = {}) => {
    const asking = request({
      ...{ host: '127.0.0.1', port, servername: 'hall.local', ca: authority.certificate },
      ...{ path, method, headers: { host }, agent: false }
    });
    asking.end();
    const [reply] = (await once(asking, 'response')) as [IncomingMessage];
    reply.resume();
    return { status: reply.statusCode, location: reply.headers.location, headers: reply.headers };
  };
}

it.each([
  ['hall.local', '/rooms/11?a=b', 'https://hall.local:8443/rooms/11?a=b'],
  ['hall.local:443', '/', 'https://hall.local:8443/'],
  ['127.0.0.1', '/install', 'https://127.0.0.1:8443/install'],
  ['hall.local', '//elsewhere.example/', 'https://hall.local:8443//elsewhere.example/']
])('leads from %s%s to the door that serves', async (host, path, location) => {
  const ask = await shortDoor();
  expect(await ask(path, { host })).toMatchObject({ status: 308, location });
});

it('leads nobody by a name that is not ours, and takes no more than a look', async () => {
  const ask = await shortDoor();
  expect(await ask('/', { host: 'elsewhere.example' })).toMatchObject({ status: 421, location: undefined });
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await ask('/api/me', { method })).toMatchObject({ status: 405, location: undefined });
  expect((await ask('/')).headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  });
});

it('is tried only where the owner names neither a port nor an origin', () => {
  expect(shortPortOf({ httpsPort: USUAL_HTTPS_PORT, origin: undefined })).toBe(443);
  expect(shortPortOf({ httpsPort: 9443, origin: undefined })).toBeUndefined();
  expect(shortPortOf({ httpsPort: 0, origin: undefined })).toBeUndefined();
  expect(shortPortOf({ httpsPort: USUAL_HTTPS_PORT, origin: 'https://panel.example.org' })).toBeUndefined();
});
