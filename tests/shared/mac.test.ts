import { expect, it } from 'vitest';
import { formatMac, isMac, readMac } from '#shared/mac';

const MAC = '024d616e7401';

it.each([
  ['02:4D:61:6e:74:01', MAC],
  ['02-4d-61-6e-74-01', MAC],
  ['024d616e7401', MAC],
  ['00:00:00:00:00:00', null],
  ['ff:ff:ff:ff:ff:ff', null],
  ['02:4d:61:6e:74', null],
  ['02:4d-61:6e:74:01', null],
  ['024d:616e:7401', null],
  ['zz:4d:61:6e:74:01', null],
  ['', null],
  [5, null],
  [null, null]
])('a MAC is read from %j as %j', (text, mac) => {
  expect(readMac(text)).toBe(mac);
});

it('a MAC may be a placeholder, which is spelled right and belongs to no device', () => {
  expect(isMac('00:00:00:00:00:00')).toBe(true);
});

it('a MAC is formatted as pairs with colons', () => {
  expect(formatMac(MAC)).toBe('02:4d:61:6e:74:01');
});
