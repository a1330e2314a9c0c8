import type { VirtualController } from '../../../proxy/virtual/start';
import { FULL_RIGHTS, type RightsEdit } from '#shared/rights';
import type { CameIn, ScreenEntry } from '#shared/household';
import { virtualForTest } from '../../support/controllers';
import type { FakeClock } from '../../support/fake-clock';
import type { LiveClient } from '../../support/live-client';
import { testProxy, type RawResponse, type TestProxy } from '../../support/test-proxy';
import type { SignedIn } from './managed-household';
import { at, cookieOf, HOME, idIn } from './owner';

/** A household whose controller has one user, `owner`, and revokes tokens for real. */
export interface UsersHousehold {
  readonly proxy: TestProxy;
  readonly controller: VirtualController;
  /** The controller's id. */
  readonly id: string;
  /** The screen of the first sign-in. */
  readonly owner: SignedIn;
  readonly call: TestProxy['call'];
  /** Signs in another screen with a password. */
  readonly signIn: (
    body?: Record<string, unknown>,
    headers?: Record<string, string>
  ) => Promise<SignedIn & { answer: RawResponse }>;
  /** Pairs another screen by a signed-in one. */
  readonly pair: (by: SignedIn, name: string, rights?: RightsEdit) => Promise<SignedIn>;
  readonly live: (screen: SignedIn) => LiveClient;
  readonly list: (screen: SignedIn) => Promise<ScreenEntry[]>;
  /**
   * The statuses of a screen's requests for the home, the layout, the list, a pairing, a command and the live
   * connection.
   */
  readonly reach: (screen: SignedIn) => Promise<Record<string, number>>;
  readonly restart: () => Promise<UsersHousehold>;
}

/** How a screen came in, from its entry in the list. */
export const wayOf = ({ cameIn }: ScreenEntry): Pick<CameIn, 'how' | 'by'> | null =>
  cameIn && { how: cameIn.how, ...(cameIn.by && { by: cameIn.by }) };

/** Starts a household for one test. */
export async function usersHousehold({ clock }: { clock?: FakeClock } = {}): Promise<UsersHousehold> {
  const controller = await virtualForTest({ host: HOME, port: 0, username: 'owner', password: 'secret' });
  return open(controller, clock);
}

async function open(
  controller: VirtualController,
  clock?: FakeClock,
  before?: { dataDir: string; owner: SignedIn; id: string }
): Promise<UsersHousehold> {
  const proxy = await testProxy({
    argv: ['--allow-loopback', '--controller-port', String(controller.port)],
    hasDemo: false,
    ...(clock && { clock }),
    ...(before && { dataDir: before.dataDir })
  });
  const { call } = proxy;
  const entered = (answer: RawResponse): SignedIn => ({
    cookie: cookieOf(answer),
    id: (answer.json as { screen?: { id: string } } | null)?.screen?.id ?? ''
  });
  const signIn: UsersHousehold['signIn'] = async (body = {}, headers = {}) => {
    const answer = await proxy.signIn(at(HOME, body), headers);
    return { ...entered(answer), answer };
  };
  const first = before ?? (await signIn({ screen: 'Phone' }));
  const id = 'answer' in first ? idIn(first.answer) : first.id;
  const owner = before?.owner ?? { cookie: (first as SignedIn).cookie, id: (first as SignedIn).id };
  const live: UsersHousehold['live'] = ({ cookie }) => proxy.live(cookie, id);
  return {
    ...{ proxy, controller, id, owner, call, signIn, live },
    async pair(by, name, rights = FULL_RIGHTS) {
      const offer = await call(by.cookie, 'POST', '/api/pairing', { rights });
      const { code } = offer.json as { code: string };
      return entered(await call('', 'POST', '/api/pair', { code, screen: name, remember: true }));
    },
    list: async ({ cookie }) =>
      ((await call(cookie, 'GET', '/api/screens')).json as { screens: ScreenEntry[] }).screens,
    async reach(screen) {
      const own = `/api/controllers/${id}`;
      const command = { method: 'setStatus', params: { status: true } };
      const status = async (method: string, path: string, body?: unknown) =>
        (await call(screen.cookie, method, path, body)).status;
      return {
        home: await status('GET', `${own}/home`),
        layout: await status('GET', `${own}/layout`),
        screens: await status('GET', '/api/screens'),
        pairing: await status('POST', '/api/pairing', { rights: FULL_RIGHTS }),
        command: await status('POST', `${own}/v2/devices/21/actions`, command),
        live: await upgradeStatus(live(screen))
      };
    },
    async restart() {
      await proxy.stop();
      return open(controller, clock, { dataDir: proxy.dataDir, owner, id });
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
