import { expect, it } from 'vitest';
import { refusal, testProxy } from '../../../support/test-proxy';
import { DOOR, household, LAMP, LIVING_ROOM, READER, SIREN } from './message-household';

it('smoke with no page open is on a phone, on ntfy and at a webhook within 2 s, in words, and nothing else of the home', async () => {
  const { ways, choose, subscribe, smoke, owner, read, proxy, id } = await household();
  expect(await read()).toMatchObject({ isPushOn: false, isSubscribed: false, chosen: { phones: 0 } });
  expect((await subscribe(owner)).answer, 'before a managing screen allows it').toMatchObject(
    refusal(403, 'forbidden')
  );
  const addresses = { ntfy: `${ways.url}/ntfy/our-home`, webhook: `${ways.url}/hook` };
  expect((await choose({ ...addresses, isPushOn: true })).status).toBe(204);
  const { answer, notices } = await subscribe(owner);
  expect(answer.status).toBe(204);
  const at = performance.now();
  smoke();
  await expect.poll(() => ways.received.length, { interval: 20 }).toBe(3);
  expect(performance.now() - at).toBeLessThan(2_000);
  const [notice] = notices();
  expect(notice).toMatchObject({ title: 'Smoke: Kitchen' });
  expect(notice?.['body']).toMatch(/^\w{3},? \d\d:\d\d$/);
  const link = new URL(String(notice?.['navigate']));
  expect({ origin: link.origin, pathname: link.pathname }).toEqual({
    origin: proxy.origin,
    pathname: `/h/${id}/now/alarms`
  });
  const told = { kind: 'smoke', room: 'Kitchen', tag: notice?.['tag'] };
  expect(Object.fromEntries(link.searchParams)).toMatchObject(told);
  const [hook] = ways.at('/hook');
  expect(JSON.parse(String(hook?.body))).toMatchObject(told);
  expect(ways.received.map(({ body }) => body.toString()).join()).not.toMatch(/Smoke alarm|demo|Owner/);
  expect(await read()).toMatchObject({
    isSubscribed: true,
    chosen: {
      phones: 1,
      ways: { ntfy: { url: addresses.ntfy, last: { at: expect.any(Number) as number } }, heartbeat: null }
    }
  });
});

it('“seen” at one screen is told to all others within a second, and a screen that does not see the room silences none', async () => {
  const { limited, proxy, owner, smoke, call, id } = await household();
  const { cookie } = await limited(LIVING_ROOM);
  const walls = Array.from({ length: 5 }, () => proxy.live(owner, id));
  const guest = proxy.live(cookie, id);
  for (const each of [...walls, guest]) await each.next('alarms');
  const at = performance.now();
  smoke();
  const shown = await Promise.all(
    [...walls, guest].map((each) => each.next('alarms', ({ alarms }) => alarms.length > 0))
  );
  expect(performance.now() - at).toBeLessThan(1_000);
  expect(shown[5]?.alarms[0]).not.toHaveProperty('device');
  const seen = { alarms: [shown[0]?.alarms[0]?.id] };
  expect((await call(cookie, 'POST', '/alarms/seen', seen)).json).toEqual({ isForAll: false });
  const isSilent = ({ alarms }: { alarms: readonly { isSilent?: true }[] }) =>
    alarms.some(({ isSilent: is }) => is);
  expect(
    walls.flatMap(({ messages }) => messages).some((each) => each.type === 'alarms' && isSilent(each))
  ).toBe(false);
  const before = performance.now();
  expect((await call(owner, 'POST', '/alarms/seen', seen)).json).toEqual({ isForAll: true });
  await Promise.all([...walls, guest].map((each) => each.next('alarms', isSilent)));
  expect(performance.now() - before).toBeLessThan(1_000);
});

it('a limited screen gets its messages, chooses nothing, sees no address, and loses them with its end', async () => {
  const { limited, choose, subscribe, read, ways, proxy, owner, call, smoke } = await household();
  const { cookie, screen } = await limited(LIVING_ROOM);
  await choose({ isPushOn: true, webhook: `${ways.url}/hook` });
  const { notices } = await subscribe(cookie, 'guest');
  const pushKey = expect.any(String) as string;
  expect(await read(cookie)).toEqual({ isPushOn: true, isSubscribed: true, pushKey });
  expect(await choose({ isPushOn: false }, cookie)).toMatchObject(refusal(403, 'limited-screen'));
  expect(await call(cookie, 'POST', '/messages/drill')).toMatchObject(refusal(403, 'limited-screen'));
  smoke();
  await expect.poll(() => notices().map(({ title }) => title)).toEqual(['Smoke: Kitchen']);
  await proxy.call(owner, 'DELETE', `/own/screens/${screen}`);
  await expect.poll(async () => (await read()).chosen?.phones).toBe(0);
});

it('refuses addresses that nothing is sent to, and keeps what was chosen', async () => {
  const { choose, read, ways } = await household();
  await choose({ webhook: `${ways.url}/hook` });
  for (const [way, url] of [
    ['ntfy', 'ftp://example.org/topic'],
    ['webhook', 'http://169.254.169.254/latest/meta-data'],
    ['heartbeat', 'https://user:password@example.org/']
  ] as const)
    expect(await choose({ [way]: url, isPushOn: true }), url).toMatchObject(refusal(400, 'bad-address'));
  const webhook = { url: `${ways.url}/hook` };
  expect(await read()).toMatchObject({ isPushOn: false, chosen: { ways: { webhook } } });
});

it('the demo home, to which anybody signs in, sends no messages', async () => {
  const proxy = await testProxy();
  const edit = { webhook: 'https://example.org/', ...READER };
  const answer = await proxy.call(await proxy.cookie(), 'PATCH', '/own/messages', edit);
  expect(answer).toMatchObject(refusal(403, 'limited-screen'));
});

it('a drill tells what became of each way and screen, and is no danger', async () => {
  const { choose, subscribe, owner, ways, call, proxy, id } = await household();
  const [ntfy, webhook, heartbeat] = ['ntfy/topic', 'hook', 'beat'].map((path) => `${ways.url}/${path}`);
  await choose({ isPushOn: true, ntfy, webhook, heartbeat });
  const { notices } = await subscribe(owner);
  ways.behave(503, '/hook');
  await proxy.live(owner, id).next('alarms');
  await proxy.call(owner, 'PUT', '/own/sound', { plays: false });
  const drill = call(owner, 'POST', '/messages/drill');
  await expect.poll(() => notices()[0]?.['title']).toBe('Drill: nobody is in danger');
  expect((await drill).json).toEqual({
    results: expect.arrayContaining([
      { way: 'ntfy', outcome: 'told' },
      { way: 'webhook', outcome: 'failed', failure: 'answered 503' },
      { way: 'push', screen: 'Owner’s phone', outcome: 'told' },
      { way: 'heartbeat', outcome: 'told' },
      { way: 'wall', screen: 'Owner’s phone', outcome: 'silent' }
    ]) as unknown
  });
});

it('the chosen scene runs once at a hazard, with the rights of the screen that chose it and without entrances', async () => {
  const { controller, choose, read, call, owner, smoke } = await household();
  const move = { method: 'startLevelChange', params: { direction: 'up' } };
  const commands = [
    { device: LAMP, method: 'setLevel', params: { level: 99 } },
    { device: DOOR, ...move },
    { device: SIREN, method: 'setStatus', params: { status: true } }
  ];
  const scene = { name: 'All lamps', icon: 'lightbulb', commands };
  expect((await call(owner, 'PUT', '/scenes/danger', scene)).status).toBe(204);
  await choose({ scene: 'danger' });
  await expect
    .poll(async () => (await read()).chosen?.scene)
    .toEqual({ id: 'danger', by: 'Owner’s phone', canRun: true });
  const sent = () => controller.commandsReceived().map(({ device, method }) => [device, method]);
  smoke();
  const both = [
    [LAMP, 'setLevel'],
    [SIREN, 'setStatus']
  ];
  await expect.poll(sent).toEqual(both);
  controller.setDevice(LAMP, { params: { Level: 0 } });
  smoke(false);
  smoke();
  controller.setDevice(49, { params: { Tripped: true, lasttrip: Date.now() / 1000 - 300 } });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(sent(), 'one that flaps, and one that is told late').toEqual(both);
});
