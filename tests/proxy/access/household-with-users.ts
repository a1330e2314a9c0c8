import { onTestFinished } from 'vitest';
import { startVirtual, type VirtualController } from '../../../proxy/virtual/start';
import { FULL_RIGHTS, type RightsEdit } from '#shared/rights';
import type { CameIn, ScreenEntry } from '#shared/household';
import type { FakeClock } from '../../support/fake-clock';
import { LiveClient } from '../../support/live-client';
import { testProxy, type RawResponse, type TestProxy } from '../../support/test-proxy';
import { cookieOf, HOME, idIn } from './owner';

/** A signed-in screen of a test. */
export interface Entered {
  readonly cookie: string;
  readonly id: string;
}

/** A household whose controller has one user, `owner`, and revokes tokens for real. */
export interface UsersHousehold {
  readonly proxy: TestProxy;
  readonly controller: VirtualController;
  /** The controller's id. */
  readonly id: string;
  /** The screen of the first sign-in. */
  readonly owner: Entered;
  readonly call: TestProxy['call'];
  /** Signs in another screen with a password. */
  readonly signIn: (
    body?: Record<string, unknown>,
    headers?: Record<string, string>
  ) => Promise<Entered & { answer: RawResponse }>;
  /** Pairs another screen by a signed-in one. */
  readonly pair: (by: Entered, name: string, rights?: RightsEdit) => Promise<Entered>;
  readonly live: (screen: Entered) => LiveClient;
  readonly list: (screen: Entered) => Promise<ScreenEntry[]>;
  /**
   * The statuses of a screen's requests for the home, the layout, the list, a pairing, a command and the live
   * connection.
   */
  readonly reach: (screen: Entered) => Promise<Record<string, number>>;
  readonly restart: () => Promise<UsersHousehold>;
}

/** How a screen came in, from its entry in the list. */
export const wayOf = ({ cameIn }: ScreenEntry): Pick<CameIn, 'how' | 'by'> | null =>
  cameIn && { how: cameIn.how, ...(cameIn.by && { by: cameIn.by }) };

/** Starts a household for one test. */
export async function usersHousehold({ clock }: { clock?: FakeClock } = {}): Promise<UsersHousehold> {
  const controller = await startVirtual({
    ...{ host: HOME, port: 0, isLiving: false, username: 'owner', password: 'secret' }
  });
  onTestFinished(() => controller.stop());
  return open(controller, clock);
}

async function open(
  controller: VirtualController,
  clock?: FakeClock,
  before?: { dataDir: string; owner: Entered; id: string }
): Promise<UsersHousehold> {
  const proxy = await testProxy({
    argv: ['--allow-loopback', '--controller-port', String(controller.port)],
    hasDemo: false,
    ...(clock && { clock }),
    ...(before && { dataDir: before.dataDir })
  });
  const { origin, call } = proxy;
  const entered = (answer: RawResponse): Entered => ({
    cookie: cookieOf(answer),
    id: (answer.json as { screen?: { id: string } } | null)?.screen?.id ?? ''
  });
  const signIn: UsersHousehold['signIn'] = async (body = {}, headers = {}) => {
    const answer = await proxy.signIn(
      { controller: undefined, address: HOME, username: 'owner', password: 'secret', ...body },
      headers
    );
    return { ...entered(answer), answer };
  };
  const first = before ?? (await signIn({ screen: 'Phone' }));
  const id = 'answer' in first ? idIn(first.answer) : first.id;
  const owner = before?.owner ?? { cookie: (first as Entered).cookie, id: (first as Entered).id };
  const live: UsersHousehold['live'] = ({ cookie }) => {
    const url = `${origin.replace('http', 'ws')}/api/controllers/${id}/live`;
    const client = new LiveClient(url, { cookie, origin });
    onTestFinished(() => client.close());
    return client;
  };
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
