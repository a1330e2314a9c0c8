import type { Messages } from '#shared/messages';
import { controllerAt } from '../../../../tools/support/test-variables';
import { virtualForTest } from '../../../support/controllers';
import { testProxy } from '../../../support/test-proxy';
import { startWays, VirtualPhone } from '../../../support/ways';

export const LAMP = 41;
/** The smoke alarm of the kitchen. */
export const SMOKE = 48;
export const KITCHEN = 12;
export const DOOR = 212;
export const SIREN = 71;
export const LIVING_ROOM = 11;
export const READER = { language: 'en-GB', timeZone: 'Europe/Kyiv' };

/** A household at a controller that no page looks at, and what its messages reach. */
export async function household() {
  const controller = await virtualForTest();
  const ways = await startWays();
  const proxy = await testProxy({ argv: controllerAt(controller.port) });
  const signIn = (screen: string) =>
    proxy.cookie({ controller: undefined, address: '127.0.0.1', username: 'demo', password: 'demo', screen });
  const owner = await signIn('Owner’s phone');
  const me = async (cookie: string) =>
    (await proxy.call(cookie, 'GET', '/api/me')).json as {
      controller: { id: string };
      screen: { id: string };
    };
  const { id } = (await me(owner)).controller;
  const call = (cookie: string, method: string, path: string, body?: unknown) =>
    proxy.call(cookie, method, `/api/controllers/${id}${path}`, body);
  return {
    controller,
    ways,
    proxy,
    owner,
    signIn,
    call,
    me,
    id,
    choose: (edit: object, cookie = owner) => call(cookie, 'PATCH', '/messages', { ...edit, ...READER }),
    read: async (cookie = owner) => (await call(cookie, 'GET', '/messages')).json as Messages,
    /** Subscribes a screen with a browser of its own. */
    async subscribe(cookie: string, path = 'owner') {
      const phone = new VirtualPhone();
      const subscription = phone.subscription(`${ways.url}/push/${path}`);
      const answer = await call(cookie, 'PUT', '/messages/phone', { ...subscription, ...READER });
      const notices = () => ways.at(`/push/${path}`).map((each) => phone.read(each).notification);
      return { phone, answer, notices };
    },
    /** A screen that sees one room. */
    async limited(room: number) {
      const cookie = await signIn('Guest');
      const rights = { rooms: [room], commands: false, until: null };
      const { screen } = await me(cookie);
      await proxy.call(owner, 'PATCH', `/own/screens/${screen.id}`, { rights });
      return { cookie, screen: screen.id };
    },
    smoke: (Tripped = true) => controller.setDevice(SMOKE, { params: { Tripped } })
  };
}
