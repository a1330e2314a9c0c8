import type { Clock } from '#shared/clock';
import type { ReceivedRequest } from '../../../../tools/support/misbehaving-controller';
import { controllerAt } from '../../../../tools/support/test-variables';
import { boxFor } from '../../../support/homes';
import { FakeCards } from '../../../support/test-cards';
import { cookieOf, refusal, testProxy, type RawResponse } from '../../../support/test-proxy';

/** Address of the owner's controller, and of somebody else's. */
export const HOME = '127.0.0.5';
export const ELSEWHERE = '127.0.0.66';

/** The network cards (MAC addresses in the neighbour table) of these addresses. */
export const CARD = '02005e100001';
export const OTHER_CARD = '02005e100099';

/** A household before the first sign-in. */
export type Owner = Awaited<ReturnType<typeof ownerOf>>;

async function twoBoxes() {
  const cards = new FakeCards({ [HOME]: CARD, [ELSEWHERE]: OTHER_CARD });
  const real = await boxFor({ address: HOME, password: 'secret', token: 'real' });
  const other = await boxFor({ address: ELSEWHERE, port: real.port, devices: 'Trap', token: 'trap' });
  return { cards, real, other };
}

/**
 * Starts a household for one test, with the owner's controller and another one that claims the same MAC.
 */
export const openOwner = async (argv: string[] = [], clock?: Clock) =>
  ownerOf({ ...(await twoBoxes()), argv, clock });

interface Boxes extends Awaited<ReturnType<typeof twoBoxes>> {
  readonly argv: string[];
  readonly clock: Clock | undefined;
}

async function ownerOf(boxes: Boxes, dataDir?: string) {
  const { cards, real, other, argv, clock } = boxes;
  const options = [...controllerAt(real.port), ...argv];
  const proxy = await testProxy({ argv: options, cards, dataDir, ...(clock && { clock }) });
  const { origin, call, live } = proxy;
  return {
    cards,
    real,
    other,
    argv,
    clock,
    proxy,
    call,
    live,
    /** Signs in the owner. Returns the cookie and the controller's id. */
    async signIn(headers: Record<string, string> = {}) {
      const answer = await proxy.signIn(at(HOME), { origin, ...headers });
      return { cookie: cookieOf(answer), id: idIn(answer) };
    },
    /** Sends a command of a screen. Returns the status. */
    async command(cookie: string, id: string) {
      const body = { method: 'setStatus', params: { status: true } };
      return (await call(cookie, 'POST', `/api/controllers/${id}/v2/devices/1/actions`, body)).status;
    }
  };
}

/** The same household after a restart of the proxy. */
export async function restarted(owner: Owner): Promise<Owner> {
  await owner.proxy.stop();
  return ownerOf(owner, owner.proxy.dataDir);
}

/** A sign-in of the owner at an address, to manage the home. */
export const at = (address: string, more: Record<string, unknown> = {}) => ({
  controller: undefined,
  address,
  username: 'owner',
  password: 'secret',
  manages: true,
  ...more
});

/** The controller's id in a session. */
export const idIn = ({ json }: RawResponse): string =>
  (json as { controller?: { id: string } } | null)?.controller?.id ?? '';

/** All `Authorization` headers that a controller received. */
export const sentTo = (seen: readonly ReceivedRequest[]) =>
  new Set(seen.map(({ headers }) => headers.authorization));

export { boxFor, cookieOf, refusal };

/** Signs in the owner and opens the home. */
export async function ownerAtHome(argv: string[] = []) {
  const owner = await openOwner(argv);
  const { cookie, id } = await owner.signIn();
  const screen = owner.live(cookie, id);
  await screen.next('controller', ({ state }) => state === 'online');
  await screen.next('home');
  return { ...owner, cookie, id, screen };
}
