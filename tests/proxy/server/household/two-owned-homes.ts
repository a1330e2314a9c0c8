import type { Clock } from '#shared/clock';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { boxFor } from '../../../support/homes';
import { signedInBy, type SignedIn } from './managed-household';
import { at, ELSEWHERE, HOME, idIn, openOwner } from './owner';

/** A name that only the house has, in what is stored of it. */
export const HOUSE_USER = 'owner-of-the-house';

/** A layout that somebody made. */
export const LAYOUT = { favourites: [1], devices: {}, rooms: {} };

/**
 * A box with two homes, a house and a cottage, both added by one browser, which manages each. The house has a wall, a layout, a scene and a
 * recovery code too. The controller of the cottage is hostile: it accepts any password.
 */
export async function twoOwnedHomes(clock?: Clock) {
  const owner = await openOwner([], clock);
  const { proxy, call } = owner;
  const { origin } = proxy;
  const house = await proxy.signIn(at(HOME, { username: HOUSE_USER, screen: 'Phone' }));
  const phone = signedInBy(house);
  const added = await proxy.signIn(at(ELSEWHERE, { username: 'admin', screen: 'Cottage phone' }), {
    origin,
    cookie: phone.cookie
  });
  const cottagePhone = signedInBy(added);
  const wall = signedInBy(await proxy.signIn(at(HOME, { username: HOUSE_USER, screen: 'House wall' })));
  const ids = { house: idIn(house), cottage: idIn(added) };
  const of = (home: keyof typeof ids, path: string) => `/api/controllers/${ids[home]}${path}`;
  await call(phone.cookie, 'PUT', of('house', '/layout'), LAYOUT);
  const command = { device: 1, method: 'setStatus', params: { status: true } };
  const scene = { name: 'Evening', icon: 'moon', commands: [command] };
  await call(phone.cookie, 'PUT', of('house', '/scenes/0123456789abcdef'), scene);
  const made = await call(phone.cookie, 'POST', of('house', '/recovery-code'));
  const { code } = made.json as { code: string };
  const byCode = (method: string, path: string, brought: string, body?: unknown, cookie = '') =>
    proxy.ask(path, {
      method,
      headers: { origin, [SETUP_CODE_HEADER]: brought, ...(cookie !== '' && { cookie }) },
      body
    });
  return { ...owner, ids, of, phone, cottagePhone, wall, recoveryCode: code, byCode };
}
export type TwoHomes = Awaited<ReturnType<typeof twoOwnedHomes>>;

/** The hostile controller lets itself in as somebody who manages the cottage. */
export const intruder = async ({ proxy, ids }: TwoHomes): Promise<SignedIn> =>
  signedInBy(
    await proxy.signIn(at(ELSEWHERE, { address: undefined, controller: ids.cottage, username: 'admin' }))
  );

/** A box of the attacker's own. */
export const ownBox = ({ real }: Pick<TwoHomes, 'real'>, address = '127.0.0.4') =>
  boxFor({ address, port: real.port, token: 'own' });
