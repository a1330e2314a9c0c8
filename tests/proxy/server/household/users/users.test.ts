import { expect, it } from 'vitest';
import type { KnownController } from '../../../../../proxy/server/controllers/known';
import { MAX_USERS, Users, type RemovedUser } from '../../../../../proxy/server/household/users/users';
import { failure } from '../../../../support/client';
import { aScreen } from '../../../../support/screens';

const HOME = 'home';
const names = (count: number) => Array.from({ length: count }, (_, n) => `user-${n}`);

const controller = (id: string, source: KnownController['source']) => ({
  id,
  name: id,
  address: '127.0.0.1',
  port: 80,
  mac: null,
  lastSeen: 0,
  source
});

/** The users of a controller beside the demo home, by what is stored of them. */
function usersWith(stored: Partial<Record<'screens' | 'tokens' | 'homes' | 'rights', string[]>>) {
  const controllers = [controller(HOME, 'known'), controller('demo', 'demo')];
  const known = new Map(controllers.map((each) => [each.id, each]));
  const of = (kind: keyof typeof stored) => (id: string) => (id === HOME ? (stored[kind] ?? []) : []);
  const removed: RemovedUser[] = [];
  const forgotten: string[] = [];
  const users = new Users({
    known: {
      list: () => [...known.values()],
      get: (id: string) => known.get(id),
      remove: (id: string) => void known.delete(id)
    },
    screens: {
      list: (id: string) => of('screens')(id).map((user) => aScreen({ id: user, controller: HOME, user })),
      end: () => undefined
    },
    accounts: { usersOf: of('tokens'), forget: (_: string, user: string) => void forgotten.push(user) },
    fingerprints: { usersOf: of('homes'), forget: () => undefined },
    managers: { usersOf: of('rights'), forget: () => undefined }
  } as never);
  users.onRemoved((user) => void removed.push(user));
  return { users, known, removed, forgotten };
}

it.each(['screens', 'tokens', 'homes', 'rights'] as const)(
  'a user counts while there are %s of theirs, and a full controller has room for the users it has alone',
  (kind) => {
    const { users } = usersWith({ screens: names(MAX_USERS - 1), [kind]: names(MAX_USERS) });
    expect(users.check(HOME, 'new')).toMatchObject(failure('household-full'));
    expect(users.check(HOME, names(MAX_USERS).at(-1) ?? '')).toMatchObject({ ok: true });
  }
);

it('the tokens of a user without a screen are forgotten, and the user too if nothing is left that counts, but not the demo home', () => {
  const { users, known, removed, forgotten } = usersWith({ homes: ['known'] });
  for (const user of ['known', 'new']) users.lastScreenEnded({ controller: HOME, user });
  users.lastScreenEnded({ controller: 'demo', user: 'visitor' });
  expect(forgotten).toEqual(['known', 'new', 'visitor']);
  expect(removed).toEqual([{ controller: HOME, user: 'new', withController: false }]);
  expect([...known.keys()]).toEqual([HOME, 'demo']);
});
