import { expect, it } from 'vitest';
import { broadcastAddresses, neighboursOf } from '../../../../../proxy/server/controllers/discovery/search';
import { interfaceAddress } from '../../../../support/interface-address';

const ipv4 = (address: string, netmask: string, prefix: number, internal = false) => ({
  ...interfaceAddress(address, internal),
  netmask,
  cidr: `${address}/${prefix}`
});

it('the broadcast addresses contain each network once', () => {
  expect(
    broadcastAddresses({
      eth0: [ipv4('192.168.1.7', '255.255.255.0', 24), ipv4('192.168.1.8', '255.255.255.0', 24)],
      wlan0: [ipv4('10.1.2.3', '255.255.240.0', 20)],
      docker0: [ipv4('172.17.0.1', '255.255.0.0', 16)]
    })
  ).toEqual(['192.168.1.255', '10.1.15.255', '172.17.255.255']);
});

it('the broadcast addresses exclude this machine itself, networks of one or two addresses, and IPv6', () => {
  expect(
    broadcastAddresses({
      lo: [ipv4('127.0.0.1', '255.0.0.0', 8, true)],
      tun0: [ipv4('10.8.0.2', '255.255.255.255', 32), ipv4('10.9.0.2', '255.255.255.254', 31)],
      eth0: [interfaceAddress('fe80::1', false, 2)]
    })
  ).toEqual([]);
});

it('the neighbours are all other addresses of a home network, in no more than four networks', () => {
  const neighbours = neighboursOf(['192.168.1.5', '192.168.1.6', '10.0.0.1']);
  expect(neighbours).toHaveLength(252 + 253);
  expect(neighbours).toContain('192.168.1.254');
  expect(neighbours).not.toContain('192.168.1.5');
  expect(neighbours).not.toContain('192.168.1.255');
  const many = Array.from({ length: 9 }, (_, index) => `10.0.${index}.1`);
  expect(neighboursOf(many)).toHaveLength(4 * 253);
});
