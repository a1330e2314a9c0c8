import { boxFor } from '../../support/homes';
import type { MisbehavingController, ReceivedRequest } from '../../../tools/support/misbehaving-controller';
import { cookieOf, refusal, testProxy, type RawResponse, type TestProxy } from '../../support/test-proxy';
import { FakeLinks } from '../../support/test-links';

/** Address of the owner's controller, and of somebody else's. */
export const HOME = '127.0.0.5';
export const ELSEWHERE = '127.0.0.66';

/** The network cards (MAC addresses in the neighbour table) of these addresses. */
export const CARD = '02005e100001';
export const OTHER_CARD = '02005e100099';

/**
 * A household before the first sign-in, with the owner's controller and another one that claims the same MAC.
 */
export interface Owner {
  readonly proxy: TestProxy;
  readonly links: FakeLinks;
  readonly real: MisbehavingController;
  readonly other: MisbehavingController;
  /** Signs in the owner. Returns the cookie and the controller's id. */
  readonly signIn: (headers?: Record<string, string>) => Promise<{ cookie: string; id: string }>;
  /** A request of a screen, like one of our own page. */
  readonly call: TestProxy['call'];
  /** Sends a command of a screen. Returns the status. */
  readonly command: (cookie: string, id: string) => Promise<number>;
  /** The live connection of a screen. */
  readonly live: TestProxy['live'];
  /** The same household after a restart of the proxy. */
  readonly restart: () => Promise<Owner>;
}

/** Starts a household for one test. */
export async function openOwner(argv: string[] = []): Promise<Owner> {
  const links = new FakeLinks({ [HOME]: CARD, [ELSEWHERE]: OTHER_CARD });
  const real = await boxFor({ address: HOME, password: 'secret', token: 'real' });
  const other = await boxFor({ address: ELSEWHERE, port: real.port, devices: 'Trap', token: 'trap' });
  return ownerOf({ links, real, other }, argv);
}

async function ownerOf(
  boxes: Pick<Owner, 'links' | 'real' | 'other'>,
  argv: string[],
  dataDir?: string
): Promise<Owner> {
  const port = ['--allow-loopback', '--controller-port', String(boxes.real.port)];
  const proxy = await testProxy({
    argv: [...port, ...argv],
    links: boxes.links,
    ...(dataDir !== undefined && { dataDir })
  });
  const { origin, call, live } = proxy;
  return {
    ...boxes,
    ...{ proxy, call, live },
    async signIn(headers = {}) {
      const answer = await proxy.signIn(at(HOME), { origin, ...headers });
      return { cookie: cookieOf(answer), id: idIn(answer) };
    },
    async command(cookie, id) {
      const body = { method: 'setStatus', params: { status: true } };
      return (await call(cookie, 'POST', `/api/controllers/${id}/v2/devices/1/actions`, body)).status;
    },
    async restart() {
      await proxy.stop();
      return ownerOf(boxes, argv, proxy.dataDir);
    }
  };
}

/** A sign-in of the owner at an address. */
export const at = (address: string, more: Record<string, unknown> = {}) => ({
  ...{ controller: undefined, address, username: 'owner', password: 'secret', ...more }
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
