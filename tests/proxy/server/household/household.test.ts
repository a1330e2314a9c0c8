import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_MAC } from '#shared/demo';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { json } from '../../../../tools/support/misbehaving-controller';
import { virtualForTest } from '../../../support/controllers';
import { testProxy } from '../../../support/test-proxy';
import { withCode } from './managed-household';
import { at, cookieOf, ELSEWHERE, HOME, idIn, openOwner, refusal, restarted } from './owner';

const NEEDS_CODE = refusal(403, 'setup-code-needed');

/** A household with all kinds of stored files. */
async function closedHousehold(argv: string[] = []) {
  const owner = await openOwner(argv);
  const { cookie, id } = await owner.signIn();
  const path = `/api/controllers/${id}`;
  expect((await owner.call(cookie, 'GET', `${path}/home`)).status).toBe(200);
  const layout = { favourites: [1], devices: {}, rooms: {} };
  expect((await owner.call(cookie, 'PUT', `${path}/layout`, layout)).status).toBe(204);
  return { ...owner, cookie, id };
}

/** Changes the first byte of a file, which no other copy has. */
async function flipByte(path: string) {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  await writeFile(path, bytes);
}

it.each(['controllers', 'accounts', 'screens', 'layout-', 'homes', 'tls'])(
  'a household stays closed if a byte of its file %s is damaged',
  async (name) => {
    const owner = await closedHousehold();
    await owner.proxy.stop();
    const files = await readdir(owner.proxy.dataDir);
    const broken = files.find((file) => file.startsWith(name)) ?? name;
    await flipByte(join(owner.proxy.dataDir, broken));
    const { proxy, other } = await restarted(owner);
    expect(proxy.log.lines.join()).toContain('File unreadable: set aside');
    expect(await proxy.signIn(at(ELSEWHERE))).toMatchObject(NEEDS_CODE);
    expect((await proxy.signIn()).status).toBe(404);
    expect(other.seen).toEqual([]);
  }
);

it('the screens of a user whose tokens were lost with a damaged file have to sign in again', async () => {
  const owner = await closedHousehold();
  await owner.proxy.stop();
  await flipByte(join(owner.proxy.dataDir, 'accounts'));
  const { call } = await restarted(owner);
  expect(await call(owner.cookie, 'GET', `/api/controllers/${owner.id}/home`)).toMatchObject(
    refusal(401, 'screen-locked')
  );
});

it('a household is open if only the demo home was signed in to, even if the demo is no longer offered', async () => {
  const demo = await virtualForTest({ mac: DEMO_MAC });
  const first = await testProxy({ controller: demo });
  const cookie = await first.cookie();
  await first.stop();
  const again = await testProxy({ controller: demo, dataDir: first.dataDir });
  expect((await again.ask('/api/controllers')).json).not.toHaveProperty('mayAdd');
  expect((await again.ask('/api/me', { headers: { cookie } })).status).toBe(200);
  await again.stop();

  const without = await testProxy({ controller: demo, dataDir: first.dataDir, hasDemo: false });
  expect((await without.ask('/api/controllers')).json).not.toHaveProperty('mayAdd');
  expect((await without.ask('/api/me', { headers: { cookie } })).status).toBe(401);
});

it('a screen of the demo home manages nothing, and receives no search results', async () => {
  const owner = await openOwner();
  const { call, proxy } = owner;
  const cookie = await proxy.cookie();
  expect(await call(cookie, 'POST', '/api/controllers/search')).toMatchObject(refusal(403, 'forbidden'));
  const move = { address: '192.168.1.20' };
  expect(await call(cookie, 'POST', `/api/controllers/${proxy.id}/move`, move)).toMatchObject(
    refusal(403, 'limited-screen')
  );
  const list = (await call(cookie, 'GET', '/api/controllers')).json;
  expect(list).toMatchObject({ controllers: [{ source: 'demo' }], mayAdd: false });
});

it('a screen of the demo home ends with the first real sign-in, after which the demo home is closed', async () => {
  const owner = await openOwner();
  const cookie = await owner.proxy.cookie();
  const live = owner.live(cookie, owner.proxy.id);
  await live.next('home');
  await owner.signIn();
  expect(await live.closed()).toBe(1008);
  expect((await owner.call(cookie, 'GET', '/api/me')).status).toBe(401);
  expect(await owner.proxy.signIn()).toMatchObject(refusal(404, 'not-found'));
  const again = await restarted(owner);
  expect(await again.proxy.signIn()).toMatchObject(refusal(404, 'not-found'));
});

it('a stranger receives the names of known controllers, and no address, MAC or found name', async () => {
  const { proxy, call, id } = await closedHousehold();
  const listed = await call('', 'GET', '/api/controllers');
  expect(listed.json).toEqual({
    controllers: [{ id, name: 'Home', address: '', source: 'known', lastSeen: 0 }],
    searching: false,
    hints: [],
    mayAdd: false
  });
  expect(await call('', 'POST', '/api/controllers/search')).toMatchObject(refusal(401, 'not-signed-in'));
  expect((await proxy.ask('/api/status')).text).not.toContain(HOME);
});

it('a stranger does not receive an address as the name of a nameless controller', async () => {
  const owner = await openOwner();
  owner.real.on('GET /info', json({}));
  const { cookie } = await owner.signIn();
  const strangers = await owner.call('', 'GET', '/api/controllers');
  expect(strangers.json).toMatchObject({ controllers: [{ name: '', address: '' }], mayAdd: false });
  expect(strangers.text).not.toContain(HOME);
  expect((await owner.call(cookie, 'GET', '/api/controllers')).text).toContain(HOME);
});

it('200 sign-ins of a stranger make the proxy connect nowhere', async () => {
  const { proxy, other, real } = await closedHousehold();
  const before = real.seen.length;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => proxy.signIn(at(n % 2 === 0 ? ELSEWHERE : `10.0.0.${n}`)))
  );
  for (const answer of answers) expect(answer).toMatchObject(NEEDS_CODE);
  // The watcher of the owner's home may ask how the controller is meanwhile.
  const asked = real.seen.slice(before).filter(({ headers }) => headers.authorization !== 'Bearer real');
  expect({ seen: other.seen, asked }).toEqual({ seen: [], asked: [] });
});

it('a setup code stays valid during a thousand wrong attempts of others, each limited separately', async () => {
  const owner = await closedHousehold(['--trusted-proxies', '127.0.0.1']);
  const { origin } = owner.proxy;
  const headers = await withCode(owner);
  const wrong = (n: number) =>
    owner.proxy.signIn(at(ELSEWHERE), {
      origin,
      'x-forwarded-for': `192.168.7.${n % 100}`,
      [SETUP_CODE_HEADER]: `AAAA AAAA ${1000 + n}`
    });
  const statuses: number[] = [];
  for (let n = 0; n < 1_000; n += 100)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 100 }, (_, k) => wrong(n + k)))).map((each) => each.status)
    );
  expect(statuses.filter((status) => status === 401)).toHaveLength(500);
  expect(statuses.filter((status) => status === 429)).toHaveLength(500);
  const right = { ...headers, 'x-forwarded-for': '192.168.7.200' };
  expect((await owner.proxy.signIn(at(ELSEWHERE), right)).status).toBe(200);
});

it('a setup code lets the owner back in if every screen is lost and the controller is another one', async () => {
  const owner = await closedHousehold();
  const { proxy, cookie, id, call, command, real } = owner;
  expect((await call(cookie, 'POST', '/own/sign-out')).status).toBe(204);
  await real.disconnect();
  expect((await proxy.signIn(at(HOME))).status).toBe(502);
  expect(await proxy.signIn(at(ELSEWHERE))).toMatchObject(NEEDS_CODE);

  const back = await proxy.signIn(at(ELSEWHERE), await withCode(owner));
  expect({ status: back.status, isSame: idIn(back) === id }).toEqual({ status: 200, isSame: false });
  expect(await command(cookieOf(back), idIn(back))).toBe(200);
  const search = async () => (await call(cookieOf(back), 'POST', '/api/controllers/search')).status;
  expect(await search(), 'the former home has its own managers').toBe(403);
  const headers = { ...(await withCode(owner)), cookie: cookieOf(back) };
  const forget = { method: 'POST', headers, body: { now: true } };
  expect((await proxy.ask(`/api/controllers/${id}/forget`, forget)).json).toEqual({ goesInMs: 0 });
  expect(await search()).toBe(200);
});

it("a setup code sets a known controller's new address, if the home there is the known one", async () => {
  const owner = await closedHousehold();
  const { proxy, id, real, cards } = owner;
  const moved = { ...at(ELSEWHERE), address: undefined, controller: id, movedTo: ELSEWHERE };
  const headers = await withCode(owner);
  expect(await proxy.signIn(moved, headers)).toMatchObject(refusal(409, 'different-home'));
  await real.disconnect();
  await real.reconnect('127.0.0.7');
  cards.set('127.0.0.7', '02005e100077');
  const there = await proxy.signIn({ ...moved, movedTo: '127.0.0.7' }, headers);
  expect({ status: there.status, id: idIn(there) }).toEqual({ status: 200, id });
  expect((await owner.call(cookieOf(there), 'GET', '/api/me')).json).toMatchObject({
    controller: { address: '127.0.0.7' }
  });
});
