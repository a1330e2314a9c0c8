import { expect, it } from 'vitest';
import { isAddressRange, isAmong } from '../../../../../proxy/server/base/net/addresses';

it.each(['10.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', '192.168.1.0/32', '0.0.0.0/0'])('allows %s', (text) => {
  expect(isAddressRange(text)).toBe(true);
});

it.each([
  '',
  'proxy.local',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'fd00::/129',
  '/8',
  '10.0.0/8',
  '10.0.0.0/-1'
])('refuses %j', (text) => {
  expect(isAddressRange(text)).toBe(false);
});

it('checks whether an address is in a range', () => {
  const ranges = ['10.0.0.0/8', '192.168.1.5', 'fd00::/16'];
  for (const inside of ['10.200.3.4', '192.168.1.5', 'fd00::5']) expect(isAmong(inside, ranges)).toBe(true);
  for (const outside of ['11.0.0.1', '192.168.1.6', 'fd01::5', '', 'x'])
    expect(isAmong(outside, ranges)).toBe(false);
  expect(isAmong('10.0.0.1', [])).toBe(false);
});
