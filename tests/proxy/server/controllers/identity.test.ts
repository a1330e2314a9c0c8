import { expect, it } from 'vitest';
import { readClaimedMac } from '../../../../proxy/server/controllers/login';

const MAC = '02:4d:61:6e:74:01';
const ID = '024d616e7401';

it.each([
  [{ id: 'box', mac: MAC }, ID],
  [{ id: 12 }, null],
  [{ id: MAC }, ID],
  [{ id: '' }, null],
  [{ id: null, mac: [] }, null],
  [[], null],
  ['x', null],
  [undefined, null]
])('the MAC that a controller claims is read from %j', (info, mac) => {
  expect(readClaimedMac(info)).toBe(mac);
});
