import { expect, it } from 'vitest';
import type { AlarmKind } from '#shared/alarms';
import { HappeningFeed } from '../../../../proxy/server/chronicle/happening-feed';
import { FakeClock } from '../../../support/fake-clock';
import { allOff, besideLamps, GUEST, level, OFF } from '../../../support/lamp-upstream';

/** Lamps that are watched. */
async function watchedLamps(count: number) {
  const beside = await besideLamps(count);
  await beside.client().next('timers');
  return beside;
}

it('what happened says of commands which screen sent them, and how each ended, and of a hand that lights one of the lamps again', async () => {
  const { post, house, happened, pass } = await watchedLamps(3);
  await post({ id: 'off', ...allOff(3) });
  await pass(4_000);
  house.set(2, { Status: true, Level: 30 });
  await pass(500);
  const { happenings } = await happened();
  expect(happenings).toMatchObject([
    { kind: 'commanded', id: 'off', what: 'lights-off', scope: 'home', by: { name: 'test' } },
    { kind: 'changed', device: 2, params: { Status: true, Level: 30 } }
  ]);
  const [first] = happenings;
  const sent = first?.kind === 'commanded' ? first.commands : [];
  expect(sent.map(({ device, state }) => [device, state])).toEqual(
    house.received.map((device) => [device, 'confirmed'])
  );
});

it('what happened names the scene or the timer', async () => {
  const { post, send, putScene, happened, pass } = await watchedLamps(2);
  await putScene('evening', [level(1, 7)]);
  await post({ scene: 'evening' });
  await send('POST', '/timers', { device: 2, ...OFF, inMs: 5_000 });
  await pass(7_000);
  const { happenings } = await happened();
  expect(happenings).toMatchObject([
    { kind: 'commanded', what: 'scene', scene: 'evening' },
    { kind: 'timer', what: 'set', commands: [{ device: 2 }] },
    { kind: 'commanded', timer: expect.any(String) as string, commands: [{ device: 2, state: 'confirmed' }] }
  ]);
});

it('what happened says when nobody was looking', async () => {
  const { house, happened, pass, client, clock, list } = await watchedLamps(1);
  client().close();
  await pass(6_000);
  const from = clock.now();
  await clock.advance(10 * 60_000);
  house.set(1, { Status: false, Level: 0 });
  await list();
  await pass(500);
  const { happenings } = await happened();
  expect(happenings).toMatchObject([{ kind: 'gap' }]);
  const [gap] = happenings;
  expect(gap?.kind === 'gap' && gap.until - gap.at).toBeGreaterThan(9 * 60_000);
  expect(Math.abs((gap?.at ?? 0) - from)).toBeLessThan(6_000);
});

it.each([
  ['was there at the start has a gap before its first connection', 5_000, true],
  ['was added later has no gap before it, and is known since then', 10 * 60_000, false]
])('a home that %s', async (_name, addedMs, hasGap) => {
  const clock = new FakeClock();
  const start = clock.now();
  const feed = new HappeningFeed({ clock }, { commandsOf: () => [] });
  const home = { status: { state: 'offline' }, journal: { home: { devices: [] }, device: () => undefined } };
  const say = (type: 'status' | 'home', state: string) => {
    home.status.state = state;
    feed.receive({ type, controller: 'c', home } as never);
  };
  await clock.advance(addedMs);
  if (hasGap) say('status', 'offline');
  await clock.advance(120_000);
  say('home', 'online');
  const { texts } = feed.of('c').read(0, 0, ({ happening }) => happening);
  expect(texts.map((text) => (JSON.parse(text) as { kind: string }).kind)).toEqual(hasGap ? ['gap'] : []);
  expect(feed.sinceOf('c') - start).toBe(hasGap ? 0 : addedMs + 120_000);
});

it('what happened is of its own rooms alone for a guest, who does not see who did it', async () => {
  const { post, addScreen, house, pass } = await watchedLamps(4);
  await post({ id: 'off', ...allOff(4) });
  await pass(12_000);
  for (const id of [1, 2]) house.set(id, { Status: true, Level: 30 });
  await pass(500);
  // What comes into its room later brings nothing of what happened to it elsewhere.
  house.move(2, 1);
  await pass(500);
  const guest = addScreen(GUEST);
  const { happenings } = await guest.happened();
  const [first, second, ...more] = happenings;
  expect(first).toMatchObject({ kind: 'commanded', by: null, commands: [{ device: 1 }, { device: 3 }] });
  expect(first).not.toHaveProperty('scope');
  expect({ second, more }).toMatchObject({ second: { kind: 'changed', device: 1 }, more: [] });
});

/** Watched lamps, at which somebody has seen alarms on a screen. Lamps stand for sensors: only their rooms count. */
async function withSeenAlarms(alarms: readonly { kind: AlarmKind; device: number | null }[]) {
  const beside = await watchedLamps(4);
  const { upstream, house } = beside;
  const { id, name } = upstream.screen;
  upstream.homes.emit({
    type: 'seen',
    controller: upstream.controller,
    screen: { id, name },
    alarms: alarms.map((each) => ({
      ...each,
      room: each.device === null ? null : (house.device(each.device)?.room_id ?? null)
    }))
  });
  return beside;
}

it('what happened says which alarms were seen and on which screen, the most urgent first, also to a guest who sees one of them', async () => {
  const { addScreen, happened, house, pass } = await withSeenAlarms([
    { kind: 'armed', device: 1 },
    { kind: 'leak', device: 3 },
    { kind: 'smoke', device: 2 },
    { kind: 'gas', device: 4 }
  ]);
  // What comes into the room of a guest later brings nothing of what was seen elsewhere.
  house.move(2, 1);
  await pass(500);
  const by = { name: 'test' };
  const smoke = { kind: 'smoke', device: 2 };
  const gas = { kind: 'gas', device: 4 };
  const leak = { kind: 'leak', device: 3 };
  const armed = { kind: 'armed', device: 1 };
  const told = async ({ happened: read }: { happened: typeof happened }) =>
    (await read()).happenings.filter(({ kind }) => kind === 'seen');
  const row = { kind: 'seen', at: expect.any(Number) as number, by };
  expect(await told({ happened })).toEqual([{ ...row, alarms: [smoke, gas, leak, armed] }]);
  expect(await told(addScreen(GUEST))).toEqual([{ ...row, alarms: [leak, armed] }]);
});

it('what happened says nothing to a guest of alarms in other rooms, and of a drill not who has seen it', async () => {
  const { addScreen, upstream } = await withSeenAlarms([{ kind: 'smoke', device: 2 }]);
  const guest = addScreen(GUEST);
  expect((await guest.happened()).happenings).toEqual([]);
  const { id, name } = upstream.screen;
  upstream.homes.emit({
    type: 'seen',
    controller: upstream.controller,
    screen: { id, name },
    alarms: [{ kind: 'drill', device: null, room: null }]
  });
  expect((await guest.happened()).happenings).toMatchObject([
    { kind: 'seen', alarms: [{ kind: 'drill' }], by: null }
  ]);
});

it('what happened tells 30 seen alarms at once and the number of the others, which a guest does not get', async () => {
  const { addScreen, happened } = await withSeenAlarms(
    Array.from({ length: 40 }, (_, at) => ({ kind: 'armed', device: 1 + (at % 4) }) as const)
  );
  const [all] = (await happened()).happenings;
  expect(all).toMatchObject({ kind: 'seen', more: 10 });
  expect(all?.kind === 'seen' && all.alarms).toHaveLength(30);
  const [own] = (await addScreen(GUEST).happened()).happenings;
  expect(own).not.toHaveProperty('more');
  expect(own?.kind === 'seen' && own.alarms.map(({ device }) => device)).not.toContain(2);
});

it('what happened goes back as far as it is asked', async () => {
  const { house, happened, pass, clock } = await watchedLamps(1);
  house.set(1, { Status: false, Level: 0 });
  await pass(15_000);
  const later = clock.now();
  house.set(1, { Status: true, Level: 40 });
  await pass(300);
  expect((await happened(`?since=${later}`)).happenings).toHaveLength(1);
});
