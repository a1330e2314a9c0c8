import { expect, it } from 'vitest';
import type { KnownController } from '../../../../proxy/server/controllers/known';
import { isCertainlyNew, signInCase } from '../../../../proxy/server/controllers/sign-in-case';

const HERE = '192.168.1.20';
const THERE = '192.168.1.30';
const held: KnownController = {
  id: 'known',
  name: 'Home',
  address: HERE,
  port: 80,
  mac: null,
  source: 'known',
  lastSeen: 0,
  addedAt: 0
};
const passing = { id: 'found', name: '', address: HERE, mac: null, lastSeen: 0, receivedAt: 0 };
const state = {
  known: {
    get: (id: string) => [held].find((each) => each.id === id),
    at: (address: string) => [held].filter((each) => each.address === address)
  },
  found: { get: (id: string) => [passing].find((each) => each.id === id) }
};

it.each([
  [{ controller: 'known' }, 'known', HERE],
  [{ controller: 'known', movedTo: THERE }, 'moved', THERE],
  [{ controller: 'known', isNewHome: true }, 'new-home', HERE],
  [{ address: HERE }, 'known', HERE],
  [{ address: HERE, isNewHome: true }, 'new-home', HERE],
  [{ controller: 'found' }, 'new', HERE],
  [{ controller: 'found', isNewHome: true }, 'new-home', HERE]
])(
  'a sign-in with %o is of the case %s, and concerns the controller that is known there',
  (body, kind, address) => {
    const isTyped = !('controller' in body) || 'movedTo' in body;
    expect(signInCase(body, state)).toMatchObject({ kind, address, isTyped, here: [held] });
  }
);

it('a sign-in to an address where nothing is known is a new one, and an unknown id is no case', () => {
  expect(signInCase({ address: THERE }, state)).toMatchObject({ kind: 'new', address: THERE, here: [] });
  expect(signInCase({ controller: 'other' }, state)).toBeNull();
});

it.each([
  ['it has moved', { moved: held }, 'moved', false],
  ['there is a new home, whatever is known there', { candidates: [held] }, 'new-home', true],
  ['nothing is known there', {}, 'new', true],
  ['it is the only one that it can be', { candidates: [held] }, 'known', false],
  ['its link decides', { candidates: [held], mayBeNew: true }, 'known', false]
] as const)('a sign-in adds a controller for certain or not: if %s', (_, target, kind, expected) => {
  const none = { address: HERE, port: 80, candidates: [], mayBeNew: false };
  expect(isCertainlyNew({ ...none, ...target }, kind)).toBe(expected);
});
