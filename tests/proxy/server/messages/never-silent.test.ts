import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { memoryFile } from '../../../support/memory-file';
import {
  DOOR,
  everything,
  HAZARDS,
  HOME,
  MINUTE,
  MOTOR_LOAD,
  SMOKE,
  SMOKES,
  world,
  type DeliveryWorld
} from './delivery-world';

const HOUR = 60 * MINUTE;
const WITHOUT_DOOR = { ...HOME, devices: HOME.devices.filter(({ id }) => id !== DOOR) };

const armDoor = ({ trip }: DeliveryWorld) => trip(DOOR, false, { Armed: true });

/** Trips a sensor for a moment, again and again. */
async function flap({ trip, clock }: DeliveryWorld, device: number, count: number, calmMs = 2 * MINUTE) {
  for (let n = 0; n < count; n += 1) {
    trip(device);
    await clock.advance(10_000);
    trip(device, false);
    await clock.advance(calmMs);
  }
}

/** How many times a phone rings of what an act does at last. */
it.each<[string, (of: DeliveryWorld) => Promise<unknown>, (of: DeliveryWorld) => unknown, number]>([
  [
    'a new sensor is told again though the steps of its episode are used up',
    async ({ trip, clock }) => {
      trip(SMOKE);
      await clock.advance(14 * HOUR);
    },
    ({ trip }) => trip(HAZARDS.smoke),
    7
  ],
  [
    'a burglary, though a relay reports its over-load again and again',
    (of) => flap(of, MOTOR_LOAD, 30).then(() => armDoor(of)),
    ({ trip }) => trip(DOOR),
    4
  ],
  [
    'a sensor that was armed and whose value is missing since',
    async (of) => {
      armDoor(of);
      of.home.append([{ device: DOOR, params: { Armed: 'unknown' } }]);
    },
    ({ trip }) => trip(DOOR),
    4
  ],
  [
    'an armed sensor that is removed after it has tripped',
    async (of) => armDoor(of),
    ({ trip, home }) => {
      trip(DOOR);
      home.applySnapshot(WITHOUT_DOOR, Infinity);
    },
    4
  ],
  [
    'the next trip, though twenty screens have seen the first one and the notice of before is pressed',
    async ({ trip, clock, see }) => {
      trip(SMOKE);
      await clock.advance(10_000);
      for (let n = 0; n < 20; n += 1) await see('told', `Screen ${n}`);
      trip(SMOKE, false);
      await clock.advance(5 * MINUTE);
    },
    async (of) => {
      const stale = of.alarms.of('box').map(({ id }) => id);
      of.trip(SMOKE);
      await of.seeIds(stale);
    },
    7
  ]
])('a phone rings for an hour of %s', async (_name, before, act, rings) => {
  const of = await world({ phones: { phone: everything } });
  await before(of);
  await of.clock.advance(2_000);
  const known = of.got.length;
  await act(of);
  await of.clock.advance(HOUR + MINUTE);
  const heard = of.got.slice(known).filter(([way, { rings: isLoud }]) => way === 'phone' && isLoud);
  expect(heard).toHaveLength(rings);
});

it('what is seen for all stays so, however many screens see it after that', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.see('all', 'Phone', true);
  for (let n = 0; n < 30; n += 1) await of.see('told', `Screen ${n}`);
  await of.clock.advance(3 * HOUR);
  expect(of.words('ntfy').filter((text) => text.startsWith('!'))).toEqual([]);
});

it('what is quiet cancels no reminder of another sensor', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.see('all', 'Phone', true);
  of.trip(SMOKES);
  await of.clock.advance(2_000);
  await of.see();
  const known = of.got.length;
  await of.clock.advance(31 * MINUTE);
  const later = of.got.slice(known);
  expect(later.some(([way, { rings }]) => way === 'ntfy' && rings)).toBe(true);
});

it('a sensor that trips again while a webhook is down is told there', async () => {
  let isDown = false;
  const fails = { ok: false, error: { code: 'not-delivered', message: 'refused' } } as const;
  const answers = { webhook: () => (isDown ? fails : ({ ok: true, value: { status: 200 } } as const)) };
  const of = await world({ answers });
  of.trip(SMOKE);
  await of.clock.advance(2_000);
  isDown = true;
  await flap(of, HAZARDS.co, 2, 3 * MINUTE);
  isDown = false;
  await of.clock.advance(2 * MINUTE);
  expect(of.on('webhook').map(([kind]) => kind)).toContain('co');
});

it('another address is told what stands, and a pause of the former one does not hold for it', async () => {
  let tries = 0;
  const wait = { code: 'not-delivered', message: 'busy', detail: { retryAfterMs: HOUR } } as const;
  const of = await world({
    answers: {
      ntfy: () => {
        tries += 1;
        return tries === 2 ? { ok: false, error: wait } : { ok: true, value: { status: 200 } };
      }
    }
  });
  of.trip(SMOKE);
  await of.clock.advance(2 * MINUTE);
  expect(tries, 'told, and told again in vain').toBe(2);
  const { ways } = of.messages.of('box');
  const ntfy = ways.ntfy && { ...ways.ntfy, url: 'https://other.example/topic' };
  await of.messages.change('box', { ways: { ...ways, ntfy } });
  await of.clock.advance(2_000);
  expect(tries).toBe(3);
});

it('a disk that hangs holds back no alarm for longer than a second', async () => {
  const file = memoryFile(await (await world()).file.read());
  const of = await world({ file: { ...file, flush: () => new Promise(() => undefined) } });
  for (const [n, sensor] of [SMOKE, HAZARDS.co, HAZARDS.leak].entries()) {
    of.trip(sensor);
    await of.clock.advance(3_000);
    expect(of.on('ntfy')).toHaveLength(n + 1);
  }
});

it('an alarm of a sensor that was removed ends', async () => {
  const of = await world();
  of.trip(SMOKE);
  of.home.applySnapshot({ ...HOME, devices: HOME.devices.filter(({ id }) => id !== SMOKE) }, Infinity);
  expect(of.alarms.of('box')).toMatchObject([{ kind: 'smoke', over: expect.any(Number) as number }]);
});

it('addresses are not kept in what was told', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(2_000);
  const told = of.alarms.episodesOf('box')[0]?.told['ntfy'];
  expect(told?.to).toBe(createHash('sha256').update('').digest('base64url').slice(0, 12));
});
