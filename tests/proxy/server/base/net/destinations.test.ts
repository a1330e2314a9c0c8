import { expect, it } from 'vitest';
import { readAddress } from '../../../../../proxy/server/base/net/addresses';

const HOME = ['10.0.0.1', '10.255.255.254', '172.16.0.1', '172.31.255.1', '192.168.1.20'];
const LOOPBACK = ['127.0.0.1', '127.1.2.3'];
const ELSEWHERE = [
  '',
  ' 192.168.1.5',
  '192.168.1.5 ',
  '192.168.1.5\n',
  '192.168.1.5:80',
  '192.168.1.5/24',
  '192.168.1.5@evil',
  'evil@192.168.1.5',
  '192.168.1',
  '192.168.1.256',
  '192.168.1.05',
  '192.168.1.5.',
  '127.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '::1',
  '::ffff:7f00:1',
  '::ffff:192.168.1.5',
  'fe80::1',
  '[::1]',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.251',
  '169.254.169.254',
  '100.64.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.1.1',
  '11.0.0.1',
  '8.8.8.8',
  'localhost',
  'controller.local',
  '192.168.1.5.evil.test',
  '１９２.168.1.5',
  'http://192.168.1.5'
];

it.each(HOME)('an address to connect to may be the private %s', (address) => {
  expect(readAddress(address, { allowLoopback: false })).toEqual({ ok: true, value: address });
});

// CVE-2026-91129, CVE-2024-42467: the server fetched any address that it received.
it.each([...ELSEWHERE, ...LOOPBACK])('an address to connect to may not be %j', (address) => {
  expect(readAddress(address, { allowLoopback: false })).toMatchObject({ error: { code: 'bad-address' } });
});

it.each(LOOPBACK)('an address to connect to may be %s if the option allows loopback', (address) => {
  expect(readAddress(address, { allowLoopback: true }).ok).toBe(true);
});

it.each(ELSEWHERE)('an address to connect to may not be %j even if the option allows loopback', (address) => {
  expect(readAddress(address, { allowLoopback: true }).ok).toBe(false);
});
