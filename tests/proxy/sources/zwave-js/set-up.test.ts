import { expect, it, onTestFinished } from 'vitest';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { NO_ACCOUNTS, storedAccountsSchema } from '../../../../proxy/server/controllers/accounts';
import { openPool } from '../../../../proxy/server/controllers/connection';
import { openZWaveJs } from '../../../../proxy/sources/zwave-js/zwave-js';
import { freePort } from '../../../../tools/support/ports';
import { controllerAt } from '../../../../tools/support/test-variables';
import { basic } from '../../../support/controller-client';
import { FakeClock } from '../../../support/fake-clock';
import { LogCapture } from '../../../support/log-capture';
import { openStore } from '../../../support/sealed-folder';
import { testProxy, type TestProxy } from '../../../support/test-proxy';
import { at, boxFor, cookieOf, HOME, idIn, refusal } from '../../server/household/owner';
import { fakeServer, onePlug, soon } from './fake-server';
import { ANNA, entries, find, setUp } from './set-up';

/** A proxy beside a server with one plug. No time passes, so that no search ends before its server has answered. */
async function besideServer(more: Parameters<typeof testProxy>[0] = {}) {
  const server = await fakeServer(onePlug);
  const zwaveJs = `ws://127.0.0.1:${server.port}`;
  const proxy = await testProxy({ zwaveJs, clock: new FakeClock(), ...more });
  return { server, zwaveJs, proxy };
}

const home = async (proxy: TestProxy, id: string, cookie: string) =>
  (await proxy.ask(`/api/controllers/${id}/home`, { headers: { cookie } })).json;

it('setting up a Z-Wave JS server needs a setup code in a new household: the option alone lets nobody in', async () => {
  const { proxy, server } = await besideServer();
  const controller = await find(proxy);
  const stranger = await proxy.signIn({ controller, ...ANNA });
  expect(stranger).toMatchObject(refusal(403, 'setup-code-needed'));
  const guess = await proxy.signIn({ controller, ...ANNA }, { [SETUP_CODE_HEADER]: 'AAAAAAAAAAAA' });
  expect(guess.status).toBe(401);
  expect(server.received).toEqual([]);
});

it('setting up a Z-Wave JS server makes Mantel’s own user, whose first screen manages, and ends the demo home', async () => {
  const { proxy } = await besideServer();
  const demo = await proxy.cookie();
  const { answer, cookie, id } = await setUp(proxy);
  expect(answer).toMatchObject({
    status: 200,
    json: { account: 'anna', rights: { manages: true }, controller: { name: 'Z-Wave JS', address: '' } }
  });
  expect(await home(proxy, id, cookie)).toMatchObject({
    home: { devices: [{ name: 'Plug 2', params: { Status: false } }] }
  });
  expect((await proxy.ask('/api/me', { headers: { cookie: demo } })).status).toBe(401);
  expect(await entries(proxy)).toMatchObject([{ id, name: 'Z-Wave JS', source: 'known' }]);
});

it('setting up a Z-Wave JS server refuses a short password, and keeps nothing of it', async () => {
  const { proxy } = await besideServer();
  const controller = await find(proxy);
  const code = await proxy.makeSetupCode();
  const headers = { [SETUP_CODE_HEADER]: code };
  const short = await proxy.signIn({ controller, username: 'anna', password: '1234567' }, headers);
  expect(short).toMatchObject(refusal(400, 'short-password'));
  expect((await proxy.signIn({ controller, ...ANNA }, headers)).status).toBe(200);
});

it('setting up a Z-Wave JS server lets the user in with that password and no other, after a restart too', async () => {
  const { proxy, zwaveJs } = await besideServer();
  const { cookie, id } = await setUp(proxy);
  expect((await proxy.signIn({ controller: id, ...ANNA, password: 'another one' })).status).toBe(401);
  await proxy.stop();
  const again = await testProxy({ zwaveJs, dataDir: proxy.dataDir });
  await soon(async () =>
    expect(await home(again, id, cookie)).toMatchObject({ home: { devices: [{ name: 'Plug 2' }] } })
  );
  expect((await again.signIn({ controller: id, ...ANNA })).status).toBe(200);
  expect((await again.signIn({ controller: id, username: 'bob', password: ANNA.password })).status).toBe(401);
  expect((await entries(again)).map(({ source }) => source)).toEqual(['known']);
});

it('setting up a Z-Wave JS server needs a managing screen in a household that is closed: its search finds the server within a second', async () => {
  const box = await boxFor({ address: HOME, password: 'secret', token: 'real' });
  const argv = controllerAt(box.port);
  const { proxy, server } = await besideServer({ argv, hasDemo: false });
  const person = async (username: string) => cookieOf(await proxy.signIn(at(HOME, { username })));
  const manager = await person('owner');
  const guest = await person('guest');
  const search = async (cookie: string) =>
    (await proxy.call(cookie, 'POST', '/api/controllers/search', {})).status;
  expect([await search(''), await search(guest)]).toEqual([401, 403]);
  expect(server.opened()).toBe(0);

  const started = performance.now();
  const controller = await find(proxy, manager);
  expect(performance.now() - started).toBeLessThan(1000);
  // What a search finds is only for those who may add it.
  expect((await entries(proxy, guest)).filter(({ setsUp }) => setsUp)).toEqual([]);
  expect((await proxy.signIn({ controller, ...ANNA }, { cookie: guest })).status).toBe(403);
  expect(server.received).toEqual([]);
  expect((await proxy.signIn({ controller, ...ANNA }, { cookie: manager })).status).toBe(200);
});

it('setting up a Z-Wave JS server takes no address of a source that somebody types, with a setup code or without one', async () => {
  const { proxy, server } = await besideServer();
  await find(proxy);
  const code = { [SETUP_CODE_HEADER]: await proxy.makeSetupCode() };
  const typed = { controller: undefined, address: 'source:zwave-js', ...ANNA };
  expect(await proxy.signIn(typed)).toMatchObject(refusal(403, 'setup-code-needed'));
  expect(await proxy.signIn(typed, code)).toMatchObject(refusal(400, 'bad-address'));
  const { cookie, id } = await setUp(proxy);
  expect(await proxy.signIn(typed)).toMatchObject(refusal(400, 'bad-address'));
  const moved = { controller: id, movedTo: 'source:demo', ...ANNA };
  expect((await proxy.signIn(moved, { cookie })).status).toBe(404);
  expect(server.opened()).toBeGreaterThan(0);
});

it('setting up a Z-Wave JS server is undone with its home, and the next person chooses another password', async () => {
  const box = await boxFor({ address: HOME, password: 'secret', token: 'real' });
  const argv = controllerAt(box.port);
  const { proxy, server } = await besideServer({ argv, hasDemo: false });
  const owner = async () => cookieOf(await proxy.signIn(at(HOME, { username: 'owner' })));
  const add = async (person: object) => {
    const cookie = await owner();
    const controller = await find(proxy, cookie);
    return proxy.signIn({ controller, ...person }, { cookie });
  };
  const id = idIn(await add(ANNA));
  const headers = { origin: proxy.origin, 'mantel-setup-code': await proxy.makeSetupCode() };
  const forget = { method: 'POST', headers, body: { now: true } };
  expect((await proxy.ask(`/api/controllers/${id}/forget`, forget)).json).toEqual({ goesInMs: 0 });
  expect((await proxy.signIn({ controller: id, ...ANNA })).status).toBe(404);
  await soon(() => expect(server.sockets.map(({ readyState }) => readyState)).not.toContain(1));
  expect((await add({ username: 'bob', password: 'another password' })).status).toBe(200);
});

it.each(['a managing screen with the password typed', 'a setup code'])(
  'the password of a Z-Wave JS home is set anew by %s, nothing else is lost, and a restart knows it',
  async (by) => {
    const { proxy, zwaveJs } = await besideServer();
    const { cookie, id } = await setUp(proxy);
    const before = await home(proxy, id, cookie);
    const headers: Record<string, string> =
      by === 'a setup code'
        ? { origin: proxy.origin, [SETUP_CODE_HEADER]: await proxy.makeSetupCode() }
        : { origin: proxy.origin, cookie };
    const setAnew = (password: string) =>
      proxy.ask(`/api/controllers/${id}/account`, {
        method: 'POST',
        headers,
        body: { username: 'anna', password }
      });
    if (by === 'a setup code')
      expect(await proxy.signIn({ controller: id, ...ANNA, password: 'forgotten' }, headers)).toMatchObject({
        status: 401,
        json: { error: { code: 'wrong-credentials', detail: 'takes-code' } }
      });
    expect(await setAnew('1234567'), 'and the code stays').toMatchObject(refusal(400, 'short-password'));
    expect((await setAnew('another password')).status).toBe(204);
    expect(await home(proxy, id, cookie)).toEqual(before);
    expect((await proxy.signIn({ controller: id, ...ANNA })).status).toBe(401);
    const { json } = await proxy.call(cookie, 'GET', '/own/activity');
    expect((json as { activities: object[] }).activities[0]).toMatchObject({ kind: 'source-password' });
    await proxy.stop();
    const again = await testProxy({ zwaveJs, dataDir: proxy.dataDir });
    const signedIn = await again.signIn({ controller: id, username: 'anna', password: 'another password' });
    expect(signedIn.status).toBe(200);
    await soon(async () =>
      expect(await home(again, id, cookie)).toMatchObject({ home: { devices: [{ name: 'Plug 2' }] } })
    );
  }
);

it('the password of a Z-Wave JS home is not set anew by a screen on which it was not typed, nor by one that does not manage', async () => {
  const clock = new FakeClock();
  const { proxy } = await besideServer({ clock });
  const { cookie, id } = await setUp(proxy);
  const guest = cookieOf(await proxy.signIn({ controller: id, ...ANNA, manages: false }));
  await clock.advance(11 * 60_000);
  const body = { username: 'thief', password: 'a long password' };
  const setAnew = (who: string) => proxy.call(who, 'POST', `/api/controllers/${id}/account`, body);
  expect(await setAnew(cookie)).toMatchObject(refusal(401, 'password-needed'));
  expect(await setAnew(guest)).toMatchObject(refusal(403, 'limited-screen'));
  expect((await proxy.signIn({ controller: id, ...ANNA })).status).toBe(200);
});

it.each([['anna:maria'], [' ']])(
  'the account of a Z-Wave JS home is never named %j, which nobody could sign in with',
  async (username) => {
    const { proxy } = await besideServer();
    const { cookie, id } = await setUp(proxy);
    const body = { username, password: 'another password' };
    const set = await proxy.call(cookie, 'POST', `/api/controllers/${id}/account`, body);
    expect(set).toMatchObject(refusal(401, 'wrong-credentials'));
    expect((await proxy.signIn({ controller: id, ...ANNA })).status).toBe(200);
  }
);

it('the password of a Z-Wave JS home that does not run is not set anew', async () => {
  const { proxy } = await besideServer();
  const { id } = await setUp(proxy);
  await proxy.stop();
  const again = await testProxy({ zwaveJs: `ws://127.0.0.1:${await freePort()}`, dataDir: proxy.dataDir });
  const code = await again.makeSetupCode();
  const set = await again.ask(`/api/controllers/${id}/account`, {
    method: 'POST',
    headers: { origin: again.origin, [SETUP_CODE_HEADER]: code },
    body: { username: 'bob', password: 'another password' }
  });
  expect(set).toMatchObject(refusal(502, 'controller-unreachable'));
});

it('a locked screen does not set the password of a Z-Wave JS home anew, however long its account is refused', async () => {
  const { proxy, zwaveJs } = await besideServer();
  const { cookie, id } = await setUp(proxy);
  await proxy.stop();
  const store = await openStore(proxy.dataDir);
  const file = store.file('accounts', storedAccountsSchema, NO_ACCOUNTS);
  const stored = await file.read();
  file.write({ ...stored, accounts: stored.accounts.map((each) => ({ ...each, tokens: null })) });
  await store.close();
  const clock = new FakeClock();
  const again = await testProxy({ zwaveJs, dataDir: proxy.dataDir, clock });
  await clock.advance(2 * 60 * 60_000);
  const body = { username: 'thief', password: 'another password' };
  const set = await again.call(cookie, 'POST', `/api/controllers/${id}/account`, body);
  expect(set).toMatchObject(refusal(403, 'limited-screen'));
});

it.each([
  ['keeps nothing of a sign-in that ended before the household kept it', 'ended', { anna: 401, bob: 200 }],
  ['has one user and password, also if two people set it up at once', 'open', { anna: 200, bob: 401 }]
] as const)('setting up a Z-Wave JS server %s', async (_, first, expected) => {
  const { port } = await fakeServer(onePlug);
  const written: unknown[] = [];
  const write = (value: unknown) => written.push(value);
  const file = { read: async () => null, write, flush: async () => true };
  const server = `ws://127.0.0.1:${port}`;
  const deps = { server, clock: new FakeClock(), log: new LogCapture() };
  const zwaveJs = await openZWaveJs({ file: () => file }, deps);
  onTestFinished(() => zwaveJs.stop());
  const logIn = async (username: string) => {
    const pool = openPool({ address: '', port: 0 }, zwaveJs, () => true);
    onTestFinished(() => pool.destroy());
    const headers = { authorization: basic(username, `a long password of ${username}`) };
    const { statusCode } = await pool.request({ method: 'POST', path: '/api/v2/auth/login', headers });
    return { pool, statusCode };
  };
  const anna = await logIn('anna');
  expect(anna.statusCode).toBe(200);
  if (first === 'ended') {
    await anna.pool.destroy();
    await soon(() => expect(zwaveJs.id).toBe(''));
    await zwaveJs.keep();
    expect([zwaveJs.isSetUp, ...written.splice(0)]).toEqual([false, null]);
  }
  expect((await logIn('bob')).statusCode).toBe(expected.bob);
  expect((await logIn('anna')).statusCode).toBe(expected.anna);
  expect(written).toEqual([]);
  await zwaveJs.keep();
  expect(written).toMatchObject([{ username: first === 'ended' ? 'bob' : 'anna' }]);
});

it('setting up a Z-Wave JS server finds no server that is silent, and gives it up after a second', async () => {
  const clock = new FakeClock();
  const server = await fakeServer(
    () => undefined,
    () => undefined
  );
  const file = { read: async () => null, write: () => undefined, flush: async () => true };
  const url = `ws://127.0.0.1:${server.port}`;
  const zwaveJs = await openZWaveJs({ file: () => file }, { server: url, clock, log: new LogCapture() });
  const search = zwaveJs.search();
  await soon(() => expect(server.opened()).toBe(1));
  clock.pass(1_000);
  expect(await search).toBe(false);
});
