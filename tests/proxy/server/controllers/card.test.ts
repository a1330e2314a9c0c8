import { expect, it } from 'vitest';
import { CardReader, NONE, OWN } from '../../../../proxy/server/controllers/card';
import { interfaceAddress } from '../../../support/interface-address';

const HEAD = 'IP address       HW type     Flags       HW address            Mask     Device\n';
const row = (address: string, flags: string, mac: string, device = 'eth0', type = '0x1') =>
  `${address.padEnd(16)} ${type}         ${flags}         ${mac}     *        ${device}\n`;
const MAC = '02:00:5e:10:00:01';
const CARD = '02005e100001';
const OTHER = '02:00:5e:10:00:02';
const AT = '192.168.1.5';

const readerOf = (table: string) =>
  new CardReader(
    () => HEAD + table,
    () => ({})
  );

const cardOf = (table: string, learned: readonly string[] | null = null, address = AT) =>
  readerOf(table).cardOf(address, learned);

it.each([
  ['a complete row', row(AT, '0x2', MAC), CARD],
  ['a permanent row', row(AT, '0x6', MAC), CARD],
  ['a row that is not complete and still shows an old address', row(AT, '0x0', MAC), NONE],
  ['a published row', row(AT, '0xc', MAC), NONE],
  ['a complete row that is published', row(AT, '0xa', MAC), NONE],
  ['another hardware than Ethernet', row(AT, '0x2', MAC, 'eth0', '0x20'), NONE],
  ['zeros', row(AT, '0x2', '00:00:00:00:00:00'), NONE],
  ['a broadcast address', row(AT, '0x2', 'ff:ff:ff:ff:ff:ff'), NONE],
  ['a multicast address', row(AT, '0x2', '01:00:5e:10:00:01'), NONE],
  ['no row', row('192.168.1.50', '0x2', MAC), NONE],
  ['no rows at all', '', NONE],
  ['a last line cut short', `${row('192.168.1.9', '0x2', OTHER)}${AT}     0x1     0x2    02:00`, NONE],
  ['two devices that agree', row(AT, '0x2', MAC) + row(AT, '0x2', MAC, 'wlan0'), CARD],
  ['two devices that disagree', row(AT, '0x2', MAC) + row(AT, '0x2', OTHER, 'wlan0'), NONE],
  ['a virtual device beside a true one', row(AT, '0x2', OTHER, 'docker0') + row(AT, '0x2', MAC), CARD],
  ['a virtual device alone', row(AT, '0x2', MAC, 'docker0'), `${CARD}%docker0`],
  [
    'a thousand rows',
    Array.from({ length: 1_000 }, (_, n) => row(`10.0.${n >> 8}.${n & 255}`, '0x2', OTHER)).join('') +
      row(AT, '0x2', MAC),
    CARD
  ]
])('the card of an address is learned from %s', (_what, table, card) => {
  expect(cardOf(table)).toBe(card);
});

it('the card of an address ignores a virtual device unless the card was learned on it', () => {
  const table = row(AT, '0x2', MAC, 'docker0');
  expect(cardOf(table, [CARD])).toBe(NONE);
  expect(cardOf(table, [NONE])).toBe(NONE);
  expect(cardOf(table, [`${CARD}%docker0`])).toBe(`${CARD}%docker0`);
});

it.each(['EACCES', 'ENOENT'])('the card of an address is unknown if the table cannot be read: %s', (code) => {
  const cards = new CardReader(
    () => {
      throw Object.assign(new Error(code), { code });
    },
    () => ({})
  );
  expect(cards.cardOf(AT, null)).toBe(NONE);
  expect(cards.addressesOf(CARD)).toEqual([]);
});

it('the card of an address is this machine itself at each of its addresses, whatever the table contains', () => {
  const cards = new CardReader(
    () => HEAD + row(AT, '0x2', MAC),
    () => ({ eth0: [interfaceAddress(AT)] })
  );
  expect(cards.cardOf(AT, null)).toBe(OWN);
  expect(cards.cardOf('127.0.0.7', [CARD])).toBe(OWN);
});

it('the card of an address is found at every address that has it', () => {
  const table = row(AT, '0x2', MAC) + row('192.168.1.6', '0x2', MAC) + row('192.168.1.7', '0x0', MAC);
  const cards = readerOf(table);
  expect(cards.addressesOf(CARD)).toEqual([AT, '192.168.1.6']);
  expect(cards.addressesOf(`${CARD}%docker0`)).toEqual([]);
});

it('the card of an address is read from this machine’s own table without an error', () => {
  expect(new CardReader().cardOf('203.0.113.7', null)).toBe(NONE);
});
