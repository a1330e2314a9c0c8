import { expect, it } from 'vitest';
import {
  ServerOrigins,
  type ServerOriginsDeps,
  type MdnsState
} from '../../../../../proxy/server/base/net/server-origins';
import { interfaceAddress as entry } from '../../../../support/interface-address';

const INTERFACES = {
  lo: [entry('127.0.0.1', true), entry('::1', true)],
  docker0: [entry('172.17.0.1')],
  eth0: [entry('2001:db8::5'), entry('fe80::5'), entry('fd00::5'), entry('192.168.1.5')]
};

type Parts = Partial<Omit<ServerOriginsDeps, 'mdnsState'>> & { mdnsState?: MdnsState };
function serverOrigins({ mdnsState = 'announced', ...parts }: Parts = {}) {
  const box = new ServerOrigins({
    host: 'all',
    origin: undefined,
    name: 'hall',
    certificateNames: () => [],
    interfaces: () => INTERFACES,
    mdnsState: () => mdnsState,
    ...parts
  });
  box.setPorts({ http: 8420, https: 8443 });
  return box;
}

it.each<[string, Parameters<typeof serverOrigins>[0], string | null]>([
  ['is the name, with the port of https', {}, 'https://hall.local:8443'],
  ['is an address if the name is not announced', { mdnsState: 'off' }, 'https://192.168.1.5:8443'],
  ['is an address if another host has the name', { mdnsState: 'conflict' }, 'https://192.168.1.5:8443'],
  ['is what the owner declares', { origin: 'https://panel.example.org' }, 'https://panel.example.org'],
  [
    'is the name in the user’s own certificate, except a wildcard',
    { certificateNames: () => ['*.example.org', 'panel.example.org'] },
    'https://panel.example.org:8443'
  ],
  [
    'is the only address of the listener if there is no name',
    { host: '10.0.0.3', mdnsState: 'off' },
    'https://10.0.0.3:8443'
  ],
  ['does not exist on loopback, which no other device reaches', { host: '127.0.0.1' }, null],
  ['does not exist without a network', { interfaces: () => ({}), mdnsState: 'off' }, null]
])('the permanent origin %s', (_, parts, origin) => {
  expect(serverOrigins(parts).origins[0] ?? null).toBe(origin);
});

it('the permanent origin has no port if it is the default one', () => {
  const box = serverOrigins();
  box.setPorts({ http: 80, https: 443 });
  expect(box.origins[0]).toBe('https://hall.local');
});

it('other origins are sorted by likelihood: real networks before containers’, never a public address', () => {
  expect(serverOrigins().origins).toEqual([
    'https://hall.local:8443',
    'https://192.168.1.5:8443',
    'https://[fd00::5]:8443',
    'https://172.17.0.1:8443'
  ]);
});

it('phones are sent to the install page by address, because a name may not resolve, or to a name that they trust', () => {
  expect(serverOrigins().firstPage).toBe('http://192.168.1.5:8420/install');
  expect(serverOrigins({ host: '127.0.0.1' }).firstPage).toBe(null);
  const origin = 'https://panel.example.org';
  expect(serverOrigins({ origin }).firstPage).toBe(origin);
});
