import { expect, it } from 'vitest';
import type { Interfaces } from '../../../../../proxy/server/base/net/interfaces';
import type { HostKind } from '../../../../../proxy/server/base/platform/host-kind';
import { hintsOf } from '../../../../../proxy/server/household/search/routes';
import { interfaceAddress as entry } from '../../../../support/interface-address';
import { refusal, testProxy } from '../../../../support/test-proxy';

const HOME = { lo: [entry('127.0.0.1', true)], eth0: [entry('192.168.1.5')], docker0: [entry('172.17.0.1')] };

it.each([
  ['plain', HOME, ['no-reply']],
  ['plain', { lo: [entry('127.0.0.1', true)] }, ['no-network']],
  ['plain', { ...HOME, wlan0: [entry('192.168.2.5')] }, ['several-networks', 'no-reply']],
  ['container', { eth0: [entry('172.17.0.2')] }, ['container', 'no-reply']],
  ['wsl', { eth0: [entry('172.20.0.2')] }, ['wsl', 'no-reply']]
] satisfies [HostKind, Interfaces, string[]][])('no result has reasons: %s', (machine, interfaces, hints) => {
  expect(hintsOf(machine, interfaces)).toEqual(hints);
});

it('a search accepts a sweep, and refuses unknown options', async () => {
  const { ask, origin } = await testProxy();
  const search = (body: unknown) =>
    ask('/api/controllers/search', { method: 'POST', headers: { origin }, body });
  expect(await search({ sweep: true })).toMatchObject({ status: 200, json: { searching: true, hints: [] } });
  expect(await search({ sweep: 'yes' })).toMatchObject(refusal(400, 'bad-request'));
  expect((await search(undefined)).status).toBe(200);
});
