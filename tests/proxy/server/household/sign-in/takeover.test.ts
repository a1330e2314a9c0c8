import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { NONE } from '../../../../../proxy/server/controllers/card';
import { randomOf } from '../../../../../proxy/sources/virtual/random';
import { json } from '../../../../../tools/support/misbehaving-controller';
import { freeUdpPort } from '../../../../../tools/support/ports';
import { searchesAt } from '../../../../../tools/support/test-variables';
import { CLAIMED_MAC, devicesOf } from '../../../../support/homes';
import {
  at,
  boxFor,
  cookieOf,
  ELSEWHERE,
  HOME,
  idIn,
  openOwner,
  OTHER_CARD,
  ownerAtHome,
  refusal,
  restarted,
  sentTo
} from '../owner';

const CODE_NEEDED = refusal(403, 'setup-code-needed');

/** Searches are sent to this port. */
const DISCOVERY_PORT = await freeUdpPort();

describe("a stranger with a controller that claims the owner's MAC", () => {
  it.each(['owner', 'stranger'])('gains nothing by signing in there as %s', async (username) => {
    const { proxy, other, cookie, id, command } = await ownerAtHome();
    for (let n = 0; n < 3; n++)
      expect(await proxy.signIn(at(ELSEWHERE, { username, password: 'any' }))).toMatchObject(CODE_NEEDED);
    for (const more of [{ movedTo: ELSEWHERE }, { isNewHome: true }])
      expect(await proxy.signIn({ controller: id, username, password: 'any', ...more })).toMatchObject(
        CODE_NEEDED
      );
    expect(await command(cookie, id)).toBe(200);
    expect(other.seen).toEqual([]);
  });

  it('gains nothing by the controller’s id, which leads to the real controller', async () => {
    const { proxy, real, other, id } = await ownerAtHome();
    const guess = { controller: id, username: 'owner', password: 'any' };
    expect(await proxy.signIn(guess)).toMatchObject(refusal(401, 'wrong-credentials'));
    expect(real.count('POST /auth/login')).toBe(2);
    expect(other.seen).toEqual([]);
  });

  it.each([
    ['another network card', OTHER_CARD],
    ['a machine whose card is not visible', NONE]
  ])('gets neither home nor token if %s answers at the controller’s address', async (_, card) => {
    const { proxy, real, cards, cookie, id, screen, command } = await ownerAtHome();
    await real.disconnect();
    cards.set(HOME, card);
    const swapped = await boxFor({ address: HOME, port: real.port, token: 'trap' });
    await screen.next('controller', ({ state }) => state === 'changed');
    expect(await command(cookie, id)).toBe(502);
    // Nor the password, also if it comes with a setup code, which may add controllers.
    const code = { [SETUP_CODE_HEADER]: await proxy.makeSetupCode() };
    for (const body of [at(HOME), { ...at(HOME), address: undefined, controller: id }])
      for (const headers of [{}, { cookie }, code])
        expect((await proxy.signIn(body, headers)).status).toBe(502);
    expect(swapped.seen).toEqual([]);
  });
});

describe('a controller with the same network card and another home', () => {
  /**
   * A controller in place of the owner's that accepts any password and any token. The owner's screens have
   * read it.
   */
  async function swapped() {
    const owner = await ownerAtHome();
    const { real, cookie, id, call, screen } = owner;
    const layout = { favourites: [1], devices: {}, rooms: {} };
    expect((await call(cookie, 'PUT', `/api/controllers/${id}/layout`, layout)).status).toBe(204);
    await real.disconnect();
    await screen.next('controller', ({ state }) => state === 'unreachable');
    const box = await boxFor({ address: HOME, port: real.port, devices: 'Trap', token: 'trap' });
    await screen.next('controller', ({ state }) => state === 'online', screen.messages.length);
    expect(box.count('GET /devices')).toBeGreaterThan(0);
    return { ...owner, box };
  }

  it('is not joined if somebody signs in there as the owner: tokens and screens stay unchanged', async () => {
    const { proxy, real, box, cookie, id, call, command, screen } = await swapped();
    const signIn = { controller: id, username: 'owner', password: 'any' };
    expect(await proxy.signIn(signIn)).toMatchObject(refusal(409, 'different-home'));
    expect((await call(cookie, 'GET', '/own/screens')).json).toMatchObject({ screens: [{ current: true }] });

    const received = screen.messages.length;
    await box.stop();
    await screen.next('controller', ({ state }) => state === 'unreachable', received);
    await real.reconnect();
    await screen.next('controller', ({ state }) => state === 'online', received);
    const before = real.seen.length;
    expect(await command(cookie, id)).toBe(200);
    expect(sentTo(real.seen.slice(before))).toEqual(new Set(['Bearer real']));
  });

  it('is joined if most devices are hidden, and these are sent only to screens that ask for hidden ones', async () => {
    const owner = await openOwner();
    owner.real.on('GET /devices', (response, seen) => {
      const count = seen.url.includes('show_hidden=true') ? 64 : 10;
      json(devicesOf('Lamp', count))(response, seen);
    });
    const { cookie, id } = await owner.signIn();
    expect((await owner.call(cookie, 'GET', `/api/controllers/${id}/home`)).status).toBe(200);
    expect(idIn(await owner.proxy.signIn(at(HOME)))).toBe(id);
  });
});

it("a stranger who was first at a new household, with a controller that claims the owner's MAC, has a controller of their own: the owner’s is a separate one, and its tokens never reach the stranger's", async () => {
  const owner = await openOwner();
  const { proxy, other, call, command } = owner;
  const squatter = await proxy.signIn(at(ELSEWHERE));
  expect(squatter.status).toBe(200);
  expect((await proxy.signIn(at(HOME))).status).toBe(403);

  const { cookie, id } = await owner.signIn({ [SETUP_CODE_HEADER]: await proxy.makeSetupCode() });
  expect(id).not.toBe(idIn(squatter));
  expect((await call(cookie, 'GET', `/api/controllers/${id}/home`)).status).toBe(200);
  expect(await command(cookie, id)).toBe(200);
  for (const path of ['home', 'layout', 'v2/devices'])
    expect(await call(cookieOf(squatter), 'GET', `/api/controllers/${id}/${path}`)).toMatchObject(
      refusal(401, 'not-signed-in')
    );
  expect(await owner.live(cookieOf(squatter), id).closed()).toBe(1008);
  const owners = (await call(cookie, 'GET', '/api/controllers')).json;
  expect(owners).toMatchObject({ controllers: [{ address: '' }, { address: HOME }] });
  expect([...sentTo(other.seen)].join()).not.toContain('real');
});

it('controllers that claim the same MAC work side by side, each with its own tokens', async () => {
  const { real, other, cookie, id, proxy, command, call } = await ownerAtHome();
  const second = await proxy.signIn(at(ELSEWHERE), { origin: proxy.origin, cookie });
  expect(second.status).toBe(200);
  expect(await command(cookieOf(second), idIn(second))).toBe(200);
  // The browser that signed in has a screen at each now.
  expect((await call(cookie, 'GET', '/api/me')).status).toBe(200);
  const again = await proxy.signIn(at(HOME));
  expect(idIn(again)).toBe(id);
  expect(await command(cookieOf(again), id)).toBe(200);
  expect([real.count('POST /devices/1'), other.count('POST /devices/1')]).toEqual([1, 1]);
  expect([...sentTo(other.seen)].join()).not.toContain('real');
});

it('a controller whose record was lost with a damaged file is not joined with earlier data', async () => {
  const before = await ownerAtHome();
  const layout = { favourites: [1], devices: {}, rooms: {} };
  await before.call(before.cookie, 'PUT', `/api/controllers/${before.id}/layout`, layout);
  await before.proxy.stop();
  const path = join(before.proxy.dataDir, 'controllers');
  const sealed = await readFile(path);
  sealed.writeUInt8(sealed.readUInt8(40) ^ 1, 40);
  await writeFile(path, sealed);

  const { proxy, other, call } = await restarted(before);
  expect(await proxy.signIn(at(ELSEWHERE))).toMatchObject(CODE_NEEDED);
  const headers = { origin: proxy.origin, [SETUP_CODE_HEADER]: await proxy.makeSetupCode() };
  const answer = await proxy.signIn(at(ELSEWHERE), headers);
  const id = idIn(answer);
  const cookie = cookieOf(answer);
  expect({ status: answer.status, isSame: id === before.id }).toEqual({ status: 200, isSame: false });
  expect((await call(cookie, 'GET', `/api/controllers/${id}/layout`)).json).toMatchObject({
    favourites: null
  });
  expect((await call(cookie, 'GET', '/own/screens')).json).toMatchObject({ screens: [{ current: true }] });
  expect((await call(cookie, 'GET', `/api/controllers/${before.id}/home`)).status).toBe(401);
  expect([...sentTo(other.seen)].join()).not.toContain('real');
});

it('search replies change no known controller, whatever they claim and wherever they seem to come from', async () => {
  const argv = ['--discovery-targets', ELSEWHERE, ...searchesAt(DISCOVERY_PORT)];
  const { proxy, other, cookie, id, call, command, screen } = await ownerAtHome(argv);
  const liar = await liarAt(ELSEWHERE);
  const stored = await readFile(join(proxy.dataDir, 'controllers'));
  const received = screen.messages.length;

  expect((await call(cookie, 'POST', '/api/controllers/search')).status).toBe(200);
  const port = await liar.searched();
  const { next: random } = randomOf(11, 'replies');
  for (let n = 0; n < 60; n++) {
    const from = [HOME, ELSEWHERE, `127.0.0.${70 + (n % 9)}`][n % 3] ?? HOME;
    const mac = random() < 0.5 ? CLAIMED_MAC : `02:00:00:00:00:${String(10 + (n % 80))}`;
    await liar.reply(port, from, { name: random() < 0.5 ? 'Home' : 'Trap', ip: from, mac, id });
  }
  const list = await call(cookie, 'GET', '/api/controllers');
  const { controllers } = list.json as { controllers: { address: string }[] };
  expect(controllers[0]).toMatchObject({ id, address: HOME, source: 'known' });
  expect(controllers.filter(({ address }) => address === HOME)).toHaveLength(1);
  expect(controllers.length).toBeGreaterThan(5);

  expect(await command(cookie, id)).toBe(200);
  expect(await readFile(join(proxy.dataDir, 'controllers'))).toEqual(stored);
  const states = screen.messages.slice(received).filter(({ type }) => type === 'controller');
  expect({ readyState: screen.socket.readyState, states }).toEqual({
    readyState: screen.socket.OPEN,
    states: []
  });
  expect(other.seen).toEqual([]);
});

it('the demo home cannot be moved or replaced', async () => {
  const { proxy, other } = await openOwner();
  const demo = { controller: proxy.id, username: 'demo', password: 'demo' };
  for (const more of [{ movedTo: ELSEWHERE }, { isNewHome: true }])
    expect((await proxy.signIn({ ...demo, ...more })).status).toBe(404);
  expect(other.seen).toEqual([]);
});

/** A client that receives a search and answers from loopback. */
async function liarAt(address: string) {
  const ear = createSocket('udp4');
  ear.bind(DISCOVERY_PORT, address);
  await once(ear, 'listening');
  const search = once(ear, 'message') as Promise<[Buffer]>;
  onTestFinished(() => void ear.close());
  return {
    /** The port for answers to a search. */
    searched: async () => Number((await search)[0].toString().replace(/\D/g, '')),
    async reply(port: number, from: string, claims: object) {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => socket.bind(0, from, resolve));
      await new Promise((resolve) => socket.send(JSON.stringify(claims), port, '127.0.0.1', resolve));
      socket.close();
    }
  };
}
