import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { linksOf } from '../../../../../proxy/server/origin/mdns/link';

const common = { netmask: '', mac: '', internal: false };
const four = (address: string): NetworkInterfaceInfo => ({
  ...{ ...common, address, family: 'IPv4', cidr: `${address}/24` }
});
const six = (address: string, scopeid = 0): NetworkInterfaceInfo => ({
  ...{ ...common, address, family: 'IPv6', cidr: `${address}/64`, scopeid }
});
const HOME = [four('192.168.1.5'), six('fd00::5'), six('2001:db8::5'), six('fe80::5', 2)];

it.each([
  ['all', HOME, ['192.168.1.5', '::%eth0'], ['192.168.1.5', 'fd00::5']],
  ['192.168.1.5', HOME, ['192.168.1.5', '::%eth0'], ['192.168.1.5']],
  ['192.168.1.6', HOME, [], []],
  ['all', [four('10.0.0.5')], ['10.0.0.5'], ['10.0.0.5']],
  ['all', [six('fd00::5'), six('fe80::5', 2)], ['::%eth0'], ['fd00::5']],
  ['all', [four('93.184.216.34'), six('2001:db8::5'), six('fe80::5', 2)], [], []]
])(
  'with --host %s, an interface is a link for each version of IP that it has at home: %#',
  (host, entries, selectors, addresses) => {
    const links = linksOf(host, { eth0: entries });
    expect(links.map(({ selector }) => selector)).toEqual(selectors);
    for (const link of links) expect(link.addresses).toEqual(addresses);
  }
);

it.each([
  ['192.168.1.77', true],
  ['192.168.2.77', false],
  ['fd00::77', true],
  ['2001:db8::77', false],
  ['fe80::77%eth0', true],
  ['fe80::77%eth1', false]
])('a link holds the senders in its networks and its own zone: %s %s', (sender, expected) => {
  for (const { holds } of linksOf('all', { eth0: HOME })) expect(holds(sender)).toBe(expected);
});

it('an interface that is replaced by one with the same addresses is another link', () => {
  const keysOf = (index: number) =>
    linksOf('all', { eth0: [...HOME.slice(0, 3), six('fe80::5', index)] }).map(({ key }) => key);
  expect(keysOf(2)).toEqual(keysOf(2));
  expect(keysOf(3)).not.toEqual(expect.arrayContaining(keysOf(2).slice(0, 1)));
});
