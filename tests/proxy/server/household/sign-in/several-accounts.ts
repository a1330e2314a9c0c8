import * as v from 'valibot';
import { expect } from 'vitest';
import type { Clock } from '#shared/clock';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { storedAccountsSchema } from '../../../../../proxy/server/controllers/accounts';
import { json, refusal, type Behaviour } from '../../../../../tools/support/misbehaving-controller';
import { devicesOf } from '../../../../support/homes';
import { openStore } from '../../../../support/sealed-folder';
import { activities, signedInBy, type SignedIn } from '../managed-household';
import { at, HOME, idIn, openOwner, restarted } from '../owner';

const HALL = 1;
const KITCHEN = 2;
const ATTIC = 3;

/** The devices of the whole house: six in the hall, six in the kitchen, two in the attic. */
const ALL = devicesOf('Lamp', 14).map((device) => ({
  ...device,
  room_id: device.id <= 6 ? HALL : device.id <= 12 ? KITCHEN : ATTIC
}));
const within = (from: number, to: number) => ALL.filter(({ id }) => id >= from && id <= to);

/** What each account of the controller sees. The home is that of `owner`, who does not see the attic. */
export const SEEN: Readonly<Record<string, typeof ALL>> = {
  owner: within(1, 12),
  aunt: within(1, 12),
  cook: within(6, 12),
  lodger: within(1, 11),
  passer: within(6, 7),
  installer: ALL,
  neighbour: ALL.map((device) => ({ ...device, id: device.id + 100 }))
};

/** A name in a token, which is ASCII. */
export const hexOf = (name: string) => Buffer.from(name).toString('hex');

/** A household at a controller with several accounts, whose password is `secret`. Names may be spelled in any case. */
export async function severalAccounts(clock?: Clock) {
  const owner = await openOwner([], clock);
  const { real, proxy, call } = owner;
  const revoked = new Set<string>();
  const passwords = new Map<string, string>();
  const seen = { ...SEEN };
  /** Accounts that are others than those whose names differ by case alone. */
  const apart = new Set<string>();
  const nameOf = (typed: string) => (apart.has(typed) ? typed : typed.toLowerCase());
  const login: Behaviour = (response, request) => {
    const [, basic = ''] = (request.headers.authorization ?? '').split(' ');
    const [typed = '', given] = Buffer.from(basic, 'base64').toString().split(':');
    const name = nameOf(typed);
    const isRight = seen[name] !== undefined && given === (passwords.get(name) ?? 'secret');
    const token = `${hexOf(name)}-${passwords.get(name) ?? 'token'}`;
    (isRight ? json({ token, refresh_token: `${token}-refresh` }) : refusal(401))(response, request);
  };
  /** Answers what the account of a token may see. */
  const forAccount =
    (answer: (name: string) => unknown): Behaviour =>
    (response, request) => {
      const [, token = ''] = (request.headers.authorization ?? '').split(' ');
      const name = Buffer.from(token.split('-')[0] ?? '', 'hex').toString();
      const isAlive = seen[name] !== undefined && !revoked.has(token);
      (isAlive ? json(answer(name)) : refusal(401))(response, request);
    };
  /** What the answers about rooms for an account wait for. */
  const held = new Map<string, Promise<void>>();
  const rooms = [HALL, KITCHEN, ATTIC].map((id) => ({ id, name: `Room ${id}`, section_id: 1 }));
  real.on('POST /auth/login', login);
  real.on('GET /rooms', (response, request) => {
    const answer = () => forAccount(() => rooms)(response, request);
    const [, token = ''] = (request.headers.authorization ?? '').split(' ');
    void (held.get(token.split('-')[0] ?? '') ?? Promise.resolve()).then(answer);
  });
  real.on(
    'GET /sections',
    forAccount(() => [{ id: 1, name: 'Ground' }])
  );
  real.on(
    'GET /devices',
    forAccount((name) => seen[name])
  );
  real.on('POST /auth/get-new-access-token', refusal(401));
  const first = await proxy.signIn(at(HOME, { screen: 'Phone' }));
  const phone = signedInBy(first);
  const id = idIn(first);
  const live = owner.live(phone.cookie, id);
  await live.next('home');
  /** All requests with the tokens of an account. */
  const requestsOf = (name: string) =>
    real.seen
      .filter(({ headers }) => headers.authorization?.startsWith(`Bearer ${hexOf(name)}-`))
      .map(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}`);
  return {
    ...owner,
    id,
    phone,
    seen,
    rooms,
    apart,
    /** Does something while the controller reads the home for an account, and lets it answer then. */
    async meanwhile(name: string, act: () => Promise<unknown>) {
      let answer = () => {};
      held.set(hexOf(name), new Promise((resolve) => (answer = resolve)));
      await expect.poll(() => requestsOf(name)).not.toEqual([]);
      await act();
      answer();
    },
    restarted: () => restarted(owner),
    /** The phone's live connection. */
    live: (cookie: string) => owner.live(cookie, id),
    signIn: (username: string, body: object = {}, headers: Record<string, string> = {}) =>
      proxy.signIn(at(HOME, { username, screen: 'Other phone', ...body }), headers),
    replace: (username: string, cookie: string, body: object = {}) =>
      call(cookie, 'POST', `/api/controllers/${id}/account`, { username, password: 'secret', ...body }),
    byCode: (username: string, code: string, body: object = {}) =>
      proxy.ask(`/api/controllers/${id}/account`, {
        method: 'POST',
        headers: { origin: proxy.origin, [SETUP_CODE_HEADER]: code },
        body: { username, password: 'secret', ...body }
      }),
    /** The controller ends an account: its tokens, and its password too if there is no new one. */
    async revoke(name: string, password = 'another') {
      revoked.add(`${hexOf(name)}-${passwords.get(name) ?? 'token'}`);
      passwords.set(name, password);
      // The next call meets it.
      await call(phone.cookie, 'GET', `/api/controllers/${id}/v2/rooms`);
    },
    kinds: async (screen: SignedIn) => (await activities({ call }, screen)).map(({ kind }) => kind),
    me: async (cookie: string) => (await call(cookie, 'GET', '/api/me')).json,
    homeOf: async (cookie: string) => call(cookie, 'GET', `/api/controllers/${id}/home`),
    /** What is stored of accounts, after the proxy has stopped. */
    async stored() {
      await proxy.stop();
      const store = await openStore(proxy.dataDir);
      const { accounts } = await store
        .file('accounts', storedAccountsSchema, { clientId: '', accounts: [] })
        .read();
      await store.close();
      return accounts;
    },
    requestsOf
  };
}
export type SeveralAccounts = Awaited<ReturnType<typeof severalAccounts>>;

/** The ids of the devices of a home. */
export const idsIn = (json: unknown): number[] =>
  v
    .parse(v.object({ home: v.object({ devices: v.array(v.object({ id: v.number() })) }) }), json)
    .home.devices.map(({ id }) => id);
