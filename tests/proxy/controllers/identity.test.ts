import { describe, expect, it } from 'vitest';
import { readIdentity } from '../../../proxy/controllers/login';

const MAC = '02:4d:61:6e:74:01';
const ID = '024d616e7401';

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
  ])('an identity is read from %j', (info, identity) => {
    expect(readIdentity(info)).toEqual(identity);
  });
});
