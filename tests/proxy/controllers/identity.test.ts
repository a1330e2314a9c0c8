import { describe, expect, it } from 'vitest';
import { readIdentity, readMac } from '../../../proxy/controllers/identity';

const MAC = '02:4d:61:6e:74:01';
const ID = '024d616e7401';

describe('readMac', () => {
  it.each([
    ['02:4D:61:6e:74:01', ID],
    ['02-4d-61-6e-74-01', ID],
    ['024d616e7401', ID],
    ['00:00:00:00:00:00', null],
    ['ff:ff:ff:ff:ff:ff', null],
    ['02:4d:61:6e:74', null],
    ['', null],
    [5, null],
    [null, null]
  ])('reads %j as %j', (text, mac) => {
    expect(readMac(text)).toBe(mac);
  });
});

describe('an identity', () => {
  it.each([
    [
      { id: 'box', mac: MAC },
      { mac: ID, id: 'box' }
    ],
    [{ id: 12 }, { mac: null, id: '12' }],
    [{ id: MAC }, { mac: ID, id: MAC }],
    [{ id: '' }, { mac: null, id: null }],
    [
      { id: null, mac: [] },
      { mac: null, id: null }
    ],
    [[], { mac: null, id: null }],
    ['x', { mac: null, id: null }],
    [undefined, { mac: null, id: null }]
  ])('is read from %j', (info, identity) => {
    expect(readIdentity(info)).toEqual(identity);
  });
});
