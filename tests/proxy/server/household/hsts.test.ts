import { expect, it } from 'vitest';
import { canBePublic } from '../../../../proxy/server/household/connection-info';
import { askAt, testProxy } from '../../../support/test-proxy';
import { userCertificate } from '../../../support/user-certificate';

const ORIGIN = ['--origin', 'https://panel.example.org'];
const HSTS = 'max-age=31536000';

/** The Strict-Transport-Security header of an https response for a host. */
async function saidSecurely(origin: string, host: string) {
  const { status, headers } = await askAt(origin, '/api/status', { headers: { host } });
  return [status, headers['strict-transport-security']];
}

it('HSTS is sent under the user’s origin, and not under names of our own CA', async () => {
  const { ask, secureOrigin } = await testProxy({ argv: [...ORIGIN, '--hsts'] });
  const headerOf = async (host: string) =>
    (await ask('/api/status', { headers: { host } })).headers['strict-transport-security'];
  expect(await headerOf('panel.example.org')).toBe(HSTS);
  for (const host of ['localhost', '127.0.0.1', 'mantel.local']) expect(await headerOf(host)).toBeUndefined();
  const port = new URL(secureOrigin).port;
  for (const host of ['localhost', '127.0.0.1', 'mantel.local'])
    expect(await saidSecurely(secureOrigin, `${host}:${port}`)).toEqual([200, undefined]);
});

it('HSTS is sent under the user’s origin if the TLS proxy uses another host name too', async () => {
  const { ask } = await testProxy({ argv: [...ORIGIN, '--hsts', '--trusted-proxies', '127.0.0.1'] });
  expect((await ask('/api/status')).headers['strict-transport-security']).toBe(HSTS);
});

it('HSTS is sent under a public name of the user’s certificate, and not under a local one', async () => {
  const { argv } = await userCertificate('panel.example.org', 'panel.local');
  const { secureOrigin } = await testProxy({ argv: [...argv, '--hsts'] });
  expect(await saidSecurely(secureOrigin, 'panel.example.org')).toEqual([200, HSTS]);
  for (const host of ['panel.local', 'localhost', '127.0.0.1'])
    expect(await saidSecurely(secureOrigin, host)).toEqual([200, undefined]);
});

it('HSTS is not sent unless the option is set', async () => {
  const { ask } = await testProxy({ argv: ORIGIN });
  const { headers } = await ask('/api/status', { headers: { host: 'panel.example.org' } });
  expect(headers['strict-transport-security']).toBeUndefined();
});

it.each([
  ['panel.example.org', true],
  ['mantel.local', false],
  ['hall.home.arpa', false],
  ['mantel', false],
  ['192.168.1.5', false],
  ['[fd00::5]', false]
])('whether a public CA can certify %s: %s', (name, isPublic) => {
  expect(canBePublic(name)).toBe(isPublic);
});
