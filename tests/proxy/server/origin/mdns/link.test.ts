import { expect, it } from 'vitest';
import { linksOf } from '../../../../../proxy/server/origin/mdns/link';
import { interfaceAddress as at } from '../../../../support/interface-address';

const HOME = [at('192.168.1.5'), at('fd00::5'), at('2001:db8::5'), at('fe80::5', false, 2)];

it.each([
  ['all', HOME, ['192.168.1.5', '::%eth0'], ['192.168.1.5', 'fd00::5']],
  ['192.168.1.5', HOME, ['192.168.1.5', '::%eth0'], ['192.168.1.5']],
  ['192.168.1.6', HOME, [], []],
  ['all', [at('10.0.0.5')], ['10.0.0.5'], ['10.0.0.5']],
  ['all', [at('fd00::5'), at('fe80::5', false, 2)], ['::%eth0'], ['fd00::5']],
  ['all', [at('93.184.216.34'), at('2001:db8::5'), at('fe80::5', false, 2)], [], []]
])('with --host %s, interfaces are links for each IP at home: %#', (host, entries, selectors, addresses) => {
  const links = linksOf(host, { eth0: entries });
  expect(links.map(({ selector }) => selector)).toEqual(selectors);
  for (const link of links) expect(link.addresses).toEqual(addresses);
});

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
    linksOf('all', { eth0: [...HOME.slice(0, 3), at('fe80::5', false, index)] }).map(({ key }) => key);
  expect(keysOf(2)).toEqual(keysOf(2));
  expect(keysOf(3)).not.toEqual(expect.arrayContaining(keysOf(2).slice(0, 1)));
});
