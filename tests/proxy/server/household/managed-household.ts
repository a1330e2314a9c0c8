import { expect } from 'vitest';
import { decodeActivities, type Activity, type Pairing } from '#shared/household';
import { FULL_RIGHTS } from '#shared/rights';
import { SETUP_CODE_HEADER } from '#shared/wire';
import type { LiveClient } from '../../../support/live-client';
import type { RawResponse } from '../../../support/test-proxy';
import { at, CARD, cookieOf, ELSEWHERE, HOME, openOwner, refusal, type Owner } from './owner';

/** Rights without commands. */
export const LOOKING = { ...FULL_RIGHTS, commands: false };

/** The controller's new address. */
export const NEW_ADDRESS = '127.0.0.7';

/** A signed-in screen: its cookie and its id. */
export interface SignedIn {
  readonly cookie: string;
  readonly id: string;
}

/** The screen of a sign-in response. */
export const signedInBy = (answer: RawResponse): SignedIn => {
  expect(answer.status).toBe(200);
  return { cookie: cookieOf(answer), id: (answer.json as { screen: { id: string } }).screen.id };
};

/** A household of two managing screens that have seen all events: a tablet that watches, and a phone. */
export async function household(argv: string[] = []) {
  const owner = await openOwner(argv);
  const answer = await owner.proxy.signIn(at(HOME, { screen: 'Tablet' }));
  const tablet = signedInBy(answer);
  const phone = signedInBy(await owner.proxy.signIn(at(HOME, { screen: 'Phone' })));
  const { controller } = answer.json as { controller: { id: string } };
  await see(owner, tablet);
  await see(owner, phone);
  return { ...owner, tablet, phone, id: controller.id };
}
export type Household = Awaited<ReturnType<typeof household>>;

/** All events that a screen can read, newest first. */
export async function activities({ call }: Pick<Owner, 'call'>, { cookie }: SignedIn) {
  const { json } = await call(cookie, 'GET', '/own/activity');
  return (json as { activities: Activity[] }).activities;
}

/** Marks all events as seen. */
export async function see(owner: Pick<Owner, 'call'>, screen: SignedIn) {
  const [newest] = await activities(owner, screen);
  const body = { upTo: newest?.seq ?? 0 };
  expect((await owner.call(screen.cookie, 'POST', '/own/activity/seen', body)).status).toBe(204);
}

/** The live message with the unseen events: one of a kind, or none. */
export const nextActivity = (live: LiveClient, kind: Activity['kind'] | null, from = 0) =>
  live.next(
    'activity',
    ({ unseen }) =>
      kind ? decodeActivities(unseen).some((each) => each.kind === kind) : unseen.length === 0,
    from
  );

/** Pairs a screen by another one, with the rights that this one can grant. */
export async function pair(
  { call }: Pick<Owner, 'call'>,
  by: SignedIn,
  rights: object = FULL_RIGHTS,
  as: object = { screen: 'Wall' }
) {
  const { code } = (await call(by.cookie, 'POST', '/own/pairing', { rights })).json as Pairing;
  return signedInBy(await call('', 'POST', '/api/pair', { code, ...as }));
}

/** The headers of a request with a setup code; by default a valid one. */
export const withCode = async ({ proxy }: Owner, code?: string) => ({
  origin: proxy.origin,
  [SETUP_CODE_HEADER]: code ?? (await proxy.makeSetupCode())
});

/** Moves the controller to another address. */
export async function carryAway({ real, cards }: Owner) {
  await real.disconnect();
  await real.reconnect(NEW_ADDRESS);
  cards.set(NEW_ADDRESS, CARD);
}

/** The phone sets the controller's new address. */
export const move = ({ call, id, phone }: Household, address: string, password?: string) =>
  call(phone.cookie, 'POST', `/api/controllers/${id}/move`, { address, ...(password && { password }) });

/** A sign-in that sets the new address. */
export const movedSignIn = ({ id }: Household, movedTo: string) => ({
  ...at(HOME, { screen: 'Laptop' }),
  address: undefined,
  controller: id,
  movedTo
});

type Event = readonly [name: string, kind: Activity['kind'], happen: (home: Household) => Promise<object>];

/** Each kind of event, and the other fields of its row. */
export const EVENTS: readonly Event[] = [
  [
    'a sign-in',
    'signed-in',
    async ({ proxy, id }) => {
      const screen = signedInBy(await proxy.signIn(at(HOME, { screen: 'Laptop' })));
      return { controller: { id, name: 'Home' }, screen: { id: screen.id, name: 'Laptop' } };
    }
  ],
  [
    'a pairing',
    'paired',
    async (home) => {
      const { id } = await pair(home, home.phone);
      return { screen: { id, name: 'Wall' }, by: { id: home.phone.id, name: 'Phone' } };
    }
  ],
  [
    'the use of a setup code',
    'setup-code-used',
    async (home) => {
      expect((await home.proxy.signIn(at(ELSEWHERE), await withCode(home))).status).toBe(200);
      return { count: 1 };
    }
  ],
  [
    'a wrong setup code',
    'setup-code-failed',
    async (home) => {
      const headers = await withCode(home, 'AAAA BBBB CCCC');
      expect((await home.proxy.signIn(at(ELSEWHERE), headers)).status).toBe(401);
      return { count: 1 };
    }
  ],
  [
    'a move',
    'moved',
    async (home) => {
      await carryAway(home);
      expect((await move(home, NEW_ADDRESS)).status).toBe(200);
      const by = { id: home.phone.id, name: 'Phone' };
      return { controller: { id: home.id, name: 'Home' }, by };
    }
  ],
  [
    'a move by a sign-in',
    'moved',
    async (home) => {
      await carryAway(home);
      const answer = await home.proxy.signIn(movedSignIn(home, NEW_ADDRESS), await withCode(home));
      return { controller: { id: home.id }, by: { id: signedInBy(answer).id, name: 'Laptop' } };
    }
  ],
  [
    'a move to another home',
    'move-refused',
    async (home) => {
      expect(await move(home, ELSEWHERE, 'secret')).toMatchObject(refusal(409, 'different-home'));
      return { controller: { id: home.id }, count: 1, by: { id: home.phone.id, name: 'Phone' } };
    }
  ],
  [
    'a move to another home by a sign-in',
    'move-refused',
    async (home) => {
      const answer = await home.proxy.signIn(movedSignIn(home, ELSEWHERE), await withCode(home));
      expect(answer).toMatchObject(refusal(409, 'different-home'));
      return { controller: { id: home.id }, count: 1 };
    }
  ]
];
