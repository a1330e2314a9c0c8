import { systemClock, type Clock } from '#shared/clock';
import type { CameIn, ScreenEntry } from '#shared/household';
import { FULL_RIGHTS, type RightsEdit } from '#shared/rights';
import type { VirtualController } from '../../../../proxy/sources/virtual/start';
import { controllerAt } from '../../../../tools/support/test-variables';
import { virtualForTest } from '../../../support/controllers';
import type { LiveClient } from '../../../support/live-client';
import { testProxy } from '../../../support/test-proxy';
import { pair, signedInBy, type SignedIn } from './managed-household';
import { at, HOME, idIn } from './owner';

/** A household whose controller has one user, `owner`, and revokes tokens for real. */
export type UsersHousehold = Awaited<ReturnType<typeof open>>;

/** How a screen came in, from its entry in the list. */
export const wayOf = ({ cameIn: { at: _, ...way } }: ScreenEntry): Pick<CameIn, 'how' | 'by'> => way;

/** Starts a household for one test. */
export async function usersHousehold({ clock = systemClock }: { clock?: Clock } = {}) {
  const controller = await virtualForTest({ host: HOME, port: 0, username: 'owner', password: 'secret' });
  return open(controller, clock);
}

/** The same household after a restart of the proxy. */
export async function restarted(before: UsersHousehold): Promise<UsersHousehold> {
  await before.proxy.stop();
  return open(before.controller, before.clock, before);
}

async function open(
  controller: VirtualController,
  clock: Clock,
  before?: { proxy: { dataDir: string }; owner: SignedIn; id: string }
) {
  const argv = controllerAt(controller.port);
  const proxy = await testProxy({ argv, hasDemo: false, clock, dataDir: before?.proxy.dataDir });
  const { call } = proxy;
  const signIn = async (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const answer = await proxy.signIn(at(HOME, body), headers);
    return { ...signedInBy(answer), answer };
  };
  const signInFirst = async () => {
    const { answer, ...owner } = await signIn({ screen: 'Phone' });
    return { owner, id: idIn(answer) };
  };
  const { owner, id } = before ?? (await signInFirst());
  const live = ({ cookie }: SignedIn) => proxy.live(cookie, id);
  return {
    proxy,
    controller,
    clock,
    call,
    /** The controller's id. */
    id,
    /** The screen of the first sign-in. */
    owner,
    /** Signs in another screen with a password. */
    signIn,
    live,
    /** Pairs another screen by a signed-in one. */
    pair: (by: SignedIn, screen: string, rights?: RightsEdit) =>
      pair({ call }, by, rights, { screen, remember: true }),
    list: async ({ cookie }: SignedIn) =>
      ((await call(cookie, 'GET', '/own/screens')).json as { screens: ScreenEntry[] }).screens,
    /**
     * The statuses of a screen's requests for the home, the layout, the list, a pairing, a command and the live
     * connection.
     */
    async reach(screen: SignedIn) {
      const own = `/api/controllers/${id}`;
      const command = { method: 'setStatus', params: { status: true } };
      const status = async (method: string, path: string, body?: unknown) =>
        (await call(screen.cookie, method, path, body)).status;
      return {
        home: await status('GET', `${own}/home`),
        layout: await status('GET', `${own}/layout`),
        screens: await status('GET', '/own/screens'),
        pairing: await status('POST', '/own/pairing', { rights: FULL_RIGHTS }),
        command: await status('POST', `${own}/v2/devices/21/actions`, command),
        live: await upgradeStatus(live(screen))
      };
    }
  };
}

/** The status of an upgrade to a live connection: 101 if it is accepted. */
function upgradeStatus({ socket }: LiveClient): Promise<number> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
}
