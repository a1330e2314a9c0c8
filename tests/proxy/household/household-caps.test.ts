import { expect, it } from 'vitest';
import type { KnownController } from '../../../proxy/controllers/known';
import { HouseholdCaps, MAX_CONTROLLERS, MAX_USERS } from '../../../proxy/household/household-caps';
import { failure } from '../../support/client';
import { aScreen } from '../../support/screens';

const HOME = 'home';
const users = (count: number) => Array.from({ length: count }, (_, n) => `user-${n}`);

const controller = (id: string, lastSeen: number, source: KnownController['source'] = 'known') => ({
  ...{ id, name: id, address: '127.0.0.1', port: 80, mac: null },
  ...{ lastSeen, source }
});

const screenOf = (user: string) => aScreen({ id: user, controller: HOME, user });

/** Caps of users with screens, and of users with only a fingerprint or a layout. */
function capsOf(
  { active = [], fingerprinted = [], arranged = [], managing = [] }: Record<string, string[]>,
  known = [controller(HOME, 1)]
) {
  const removed: string[] = [];
  const caps = new HouseholdCaps({
    known: { list: () => known, remove: (id) => void removed.push(id) },
    accounts: { usersOf: () => [] },
    screens: { list: (id) => (id === HOME ? active.map(screenOf) : []) },
    fingerprints: {
      usersOf: (id) => (id === HOME ? fingerprinted : []),
      forget: (_, user) => void removed.push(user)
    },
    layouts: { usersOf: (id) => (id === HOME ? arranged : []), forget: () => undefined },
    managers: { has: ({ user }) => managing.includes(user), remove: () => undefined },
    scenes: { forget: () => undefined },
    touch: { forget: () => undefined }
  });
  return { caps, removed };
}

it.each<[string, Record<string, string[]>, string[]]>([
  ['removes nobody if there is room', { active: users(3), fingerprinted: users(MAX_USERS - 1) }, []],
  [
    'replaces one whose home was never read before one who left',
    { active: users(MAX_USERS - 3), fingerprinted: ['second', 'third'], arranged: ['first', 'third'] },
    ['first']
  ],
  [
    'reduces a household of more users, from older versions, to the cap',
    { active: users(2), fingerprinted: users(20) },
    ['user-2', 'user-3', 'user-4', 'user-5', 'user-6']
  ],
  [
    'replaces a user who manages last',
    { active: users(MAX_USERS - 2), fingerprinted: ['manager', 'other'], managing: ['manager'] },
    ['other']
  ]
])('a new user %s', (_, known, expected) => {
  const { caps, removed } = capsOf(known);
  expect(caps.evictIfFull(HOME, 'new')).toMatchObject({ ok: true });
  expect(removed).toEqual(expected);
});

it('a new user is refused if too few can be removed, and nobody is removed', () => {
  const { caps, removed } = capsOf({ active: users(18), fingerprinted: ['left'] });
  expect(caps.evictIfFull(HOME, 'new')).toMatchObject(failure('household-full'));
  expect(caps.evictIfFull(HOME, 'left')).toMatchObject({ ok: true });
  expect(removed).toEqual([]);
});

const others = (count: number) => Array.from({ length: count }, (_, n) => controller(`box-${n}`, 100 - n));

it('a new controller has room beside the demo home and one less than the maximum of others', () => {
  const known = [controller('demo', 0, 'demo'), controller(HOME, 0), ...others(MAX_CONTROLLERS - 2)];
  const { caps, removed } = capsOf({ active: ['owner'] }, known);
  expect(caps.evictIfFull(null, 'owner')).toMatchObject({ ok: true });
  expect(removed).toEqual([]);
});

it('a new controller replaces the unused one with the oldest sign-in', () => {
  const known = [controller(HOME, 0), ...others(MAX_CONTROLLERS - 1)];
  const { caps, removed } = capsOf({ active: ['owner'] }, known);
  expect(caps.evictIfFull(null, 'owner')).toMatchObject({ ok: true });
  expect(removed).toEqual([`box-${MAX_CONTROLLERS - 2}`]);
});
