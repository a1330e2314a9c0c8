import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { filesThatSay } from '../../../../support/left-of-home';
import { afterPowerCut } from '../../../../support/power-cut';
import { testProxy } from '../../../../support/test-proxy';
import { pair, type SignedIn } from '../managed-household';
import { at, HOME, refusal, restarted } from '../owner';
import { HOUSE_USER, intruder, twoOwnedHomes, type TwoHomes } from '../two-owned-homes';

const HOUR_MS = 3_600_000;
const ENDED = refusal(401, 'not-signed-in');

/** Who forgets the house, or takes it back: by a screen or by a code. */
interface Way {
  readonly name: string;
  readonly send: (
    homes: TwoHomes,
    method: 'POST' | 'DELETE',
    body?: object
  ) => Promise<{ status: number; json: unknown }>;
}

const MANAGING: Way = {
  name: 'its managing screen, with the password typed',
  send: ({ call, of, phone }, method, body) => call(phone.cookie, method, of('house', '/forget'), body)
};
const SETUP_CODE: Way = {
  name: 'a setup code',
  send: async ({ proxy, byCode, of }, method, body) =>
    byCode(method, of('house', '/forget'), await proxy.makeSetupCode(), body)
};
const RECOVERY_CODE: Way = {
  name: 'its recovery code',
  send: ({ byCode, of, recoveryCode }, method, body) =>
    byCode(method, of('house', '/forget'), recoveryCode, body)
};

/** What each screen gets of its home. */
const statusesOf = async ({ call, of, phone, wall, cottagePhone }: TwoHomes) => [
  (await call(phone.cookie, 'GET', of('house', '/home'))).status,
  (await call(wall.cookie, 'GET', of('house', '/home'))).status,
  (await call(cottagePhone.cookie, 'GET', of('cottage', '/home'))).status
];

/** What would tell that the house was here. */
const wordsOf = ({ ids, wall, phone }: TwoHomes) => [
  ids.house,
  HOUSE_USER,
  wall.id,
  phone.id,
  'Evening',
  HOME
];

it.each([
  [MANAGING, MANAGING],
  [MANAGING, SETUP_CODE],
  [SETUP_CODE, MANAGING],
  [SETUP_CODE, RECOVERY_CODE],
  [RECOVERY_CODE, SETUP_CODE]
])(
  'a home is forgotten by $0.name, and by no other: it is locked, and can be taken back by $1.name',
  async (by, back) => {
    const homes = await twoOwnedHomes();
    const { call, of, proxy, phone, wall, ids, live } = homes;
    const guest = await pair(homes, phone, FULL_RIGHTS);
    const link = live(wall.cookie, ids.house);
    await link.next('home');
    const attacker = await intruder(homes);
    const forget = ({ cookie }: SignedIn) => call(cookie, 'POST', of('house', '/forget'));
    expect([await forget(attacker), await forget(guest)]).toMatchObject([
      ENDED,
      refusal(403, 'limited-screen')
    ]);
    expect(await forget(await pair(homes, phone, MANAGING_RIGHTS))).toMatchObject(
      refusal(401, 'password-needed')
    );

    expect(await by.send(homes, 'POST')).toMatchObject({ status: 200, json: { goesInMs: 24 * HOUR_MS } });
    expect(await link.closed()).toBe(4001);
    expect(await statusesOf(homes)).toEqual([401, 401, 200]);
    for (const { cookie } of [phone, guest]) {
      const { json } = await call(cookie, 'GET', '/api/me');
      expect(json).toMatchObject({ locked: true, goesInMs: expect.any(Number) as number });
      const offer = await call(cookie, 'POST', of('house', '/pairing'), { rights: FULL_RIGHTS });
      expect(offer).toMatchObject(refusal(401, 'screen-locked'));
    }
    expect((await call('', 'GET', '/api/controllers')).json).toMatchObject({
      controllers: [{ id: ids.house, leaving: true }, { id: ids.cottage }]
    });
    const again = at(HOME, { address: undefined, controller: ids.house, username: HOUSE_USER });
    expect(await proxy.signIn(again)).toMatchObject(refusal(409, 'home-leaving'));
    for (const { cookie } of [attacker, guest])
      expect((await call(cookie, 'DELETE', of('house', '/forget'))).status).not.toBe(204);
    expect(await statusesOf(homes)).toEqual([401, 401, 200]);

    expect((await back.send(homes, 'DELETE')).status).toBe(204);
    expect(await statusesOf(homes)).toEqual([200, 200, 200]);
    expect((await call(phone.cookie, 'GET', '/api/me')).json).not.toHaveProperty('goesInMs');
    const { json } = await call(phone.cookie, 'GET', of('house', '/activity'));
    const kinds = (json as { activities: { kind: string }[] }).activities.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('home-') && kind !== 'home-added')).toEqual([
      'home-kept',
      'home-leaving'
    ]);
  }
);

it.each([MANAGING, SETUP_CODE, RECOVERY_CODE])(
  'after “Forget now” nothing of a home is on the disk but what recognizes another one of its name: by $name',
  async (by) => {
    const homes = await twoOwnedHomes();
    const { call, proxy, phone, wall, cottagePhone, of, ids, byCode } = homes;
    const record = join(proxy.dataDir, 'record');
    await mkdir(record, { recursive: true });
    for (const name of [`${ids.house}.db`, `${ids.house}.db-wal`])
      await writeFile(join(record, name), 'what was');
    await copyFile(join(proxy.dataDir, 'accounts'), join(proxy.dataDir, 'accounts.broken-1'));
    expect(await filesThatSay(proxy.dataDir, wordsOf(homes))).not.toEqual([]);
    expect(await by.send(homes, 'POST', { now: true })).toMatchObject({ status: 200, json: { goesInMs: 0 } });
    const left = await afterPowerCut(proxy.dataDir);
    expect(await filesThatSay(left, wordsOf(homes))).toEqual([]);
    for (const { cookie } of [phone, wall]) {
      const me = await call(cookie, 'GET', `/api/me?home=${ids.house}`);
      expect(me.json).toMatchObject({ error: { detail: { reason: 'controller-removed' } } });
    }
    expect((await call(cottagePhone.cookie, 'GET', of('cottage', '/home'))).status).toBe(200);
    expect(await byCode('DELETE', of('house', '/forget'), await proxy.makeSetupCode())).toMatchObject(
      refusal(404, 'not-found')
    );
    // Its name is known: the cottage, which has it too, and whoever comes with it, carry a number.
    const added = await byCode('POST', '/api/sign-in', await proxy.makeSetupCode(), at(HOME));
    expect(added.json).toHaveProperty('controller.namesake');
    expect(added.json).not.toMatchObject({ controller: { id: ids.house } });
  }
);

it('a power cut while a home is deleted leaves all of it or nothing, after the next start', async () => {
  const homes = await twoOwnedHomes();
  const { proxy, ids } = homes;
  const argv = homes.argv;
  const before = await filesThatSay(proxy.dataDir, wordsOf(homes));
  const done = new AbortController();
  const going = MANAGING.send(homes, 'POST', { now: true }).finally(() => done.abort());
  const cuts: string[] = [];
  while (!done.signal.aborted) cuts.push(await afterPowerCut(proxy.dataDir));
  expect((await going).status).toBe(200);
  cuts.push(await afterPowerCut(proxy.dataDir));
  const kept: boolean[] = [];
  for (const dataDir of cuts) {
    const next = await testProxy({ dataDir, argv: [...argv], cards: homes.cards });
    const { json } = await next.call('', 'GET', '/api/controllers');
    const isThere = (json as { controllers: { id: string }[] }).controllers.some(
      ({ id }) => id === ids.house
    );
    await next.stop();
    const files = await filesThatSay(dataDir, wordsOf(homes));
    kept.push(isThere);
    expect(isThere ? before.filter((name) => !files.includes(name)) : files).toEqual([]);
  }
  expect(kept.at(-1)).toBe(false);
}, 120_000);

it('a home whose controller was silent for a day is forgotten without a password', async () => {
  let passed = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
  const homes = await twoOwnedHomes(clock);
  const { call, of, phone, real } = homes;
  const manager = await pair(homes, phone, MANAGING_RIGHTS);
  const forget = () => call(manager.cookie, 'POST', of('house', '/forget'));
  expect(await forget()).toMatchObject(refusal(401, 'password-needed'));
  await real.disconnect();
  expect(await forget()).toMatchObject(refusal(401, 'password-needed'));
  // The next look at the time is within ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  passed = 24 * HOUR_MS;
  await expect.poll(async () => (await forget()).status, { timeout: 15_000, interval: 500 }).toBe(200);
}, 60_000);

it('a timer is there again once its home was taken back', async () => {
  const homes = await twoOwnedHomes();
  const { call, of, phone, real } = homes;
  const switchOn = { device: 1, method: 'setStatus', params: { status: true } };
  const set = (inMs: number) => call(phone.cookie, 'POST', of('house', '/timers'), { ...switchOn, inMs });
  expect((await set(3_600_000)).status).toBe(201);
  const sent = real.count('POST /devices/1');
  await MANAGING.send(homes, 'POST');
  await MANAGING.send(homes, 'DELETE');
  const { json } = await call(phone.cookie, 'GET', of('house', '/timers'));
  expect((json as { timers: object[] }).timers).toHaveLength(1);
  expect(real.count('POST /devices/1')).toBe(sent);
});

it('a home is forgotten and taken back ten times a minute at most, each is written to the disk', async () => {
  const homes = await twoOwnedHomes();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    statuses.push((await MANAGING.send(homes, 'POST')).status);
    await MANAGING.send(homes, 'DELETE');
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

it('a household whose homes are all forgotten stays closed, after a restart too', async () => {
  const homes = await twoOwnedHomes();
  const { proxy, of, byCode } = homes;
  for (const home of ['house', 'cottage'] as const) {
    const gone = await byCode('POST', of(home, '/forget'), await proxy.makeSetupCode(), { now: true });
    expect(gone.status).toBe(200);
  }
  expect(await proxy.signIn(at(HOME))).toMatchObject(refusal(403, 'setup-code-needed'));
  const again = await restarted(homes);
  expect(await again.proxy.signIn(at(HOME))).toMatchObject(refusal(403, 'setup-code-needed'));
  const code = { origin: again.proxy.origin, 'mantel-setup-code': await again.proxy.makeSetupCode() };
  expect((await again.proxy.signIn(at(HOME), code)).status).toBe(200);
});

it('what was set aside of other homes, of the key and of the list of controllers stays when a home is forgotten', async () => {
  const homes = await twoOwnedHomes();
  const { call, cottagePhone, of, proxy } = homes;
  const staying = ['controllers.broken-1', 'key.broken-1', `touch-${'0'.repeat(24)}.broken-1`];
  const going = ['accounts', 'activity', 'alarms', 'homes', 'leaving', 'recovery', 'screens', 'timers'].map(
    (name) => `${name}.broken-1`
  );
  for (const name of [...staying, ...going]) await writeFile(join(proxy.dataDir, name), 'damaged');
  const gone = await call(cottagePhone.cookie, 'POST', of('cottage', '/forget'), { now: true });
  expect(gone.json).toEqual({ goesInMs: 0 });
  const left = (await readdir(proxy.dataDir)).filter((name) => name.includes('.broken-'));
  expect(left.toSorted()).toEqual(staying);
});
