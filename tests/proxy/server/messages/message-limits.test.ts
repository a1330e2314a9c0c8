import { expect, it } from 'vitest';
import {
  MINUTE,
  SMOKE,
  DOOR,
  DOORS,
  HAZARDS,
  SMOKES,
  everything,
  world,
  type DeliveryWorld
} from './delivery-world';

/** Trips some doors that are armed, one after the other. */
async function tripArmed({ trip, clock }: DeliveryWorld, count: number) {
  for (let n = 0; n < count; n += 1) trip(DOORS + n, false, { Armed: true });
  for (let n = 0; n < count; n += 1) {
    trip(DOORS + n);
    await clock.advance(10_000);
  }
}

/** A sensor that trips again and again, each time later than its alarm before may continue. */
async function flap({ trip, clock }: DeliveryWorld, device: number, count: number) {
  for (let n = 0; n < count; n += 1) {
    trip(device);
    await clock.advance(10_000);
    trip(device, false);
    await clock.advance(125_000);
  }
}

it('more than 20 messages in an hour that are no hazards are one that says so, and nothing is lost after that', async () => {
  const of = await world();
  const kinds = () => of.on('ntfy').map(([kind]) => kind);
  await tripArmed(of, 30);
  expect(kinds()).toEqual([...Array.from({ length: 20 }, () => 'armed'), 'many']);
  await of.clock.advance(5 * MINUTE);
  expect(kinds()).toHaveLength(22);
  const [, last] = of.got.findLast(([way]) => way === 'ntfy') ?? [];
  const doors = last?.lines;
  expect({ places: doors?.length, tells: last?.alarms.length }, 'told again').toEqual({
    places: 1,
    tells: 30
  });
});

it.each<[string, (of: DeliveryWorld) => Promise<unknown>]>([
  ['22 armed sensors that trip', (of) => tripArmed(of, 22)],
  [
    'an armed sensor that trips again and again, and is seen each time',
    async (of) => {
      of.trip(DOOR, false, { Armed: true });
      for (let n = 0; n < 22; n += 1) {
        await flap(of, DOOR, 1);
        await of.see();
      }
    }
  ],
  [
    '22 doors that are left open',
    async ({ trip, clock, messages }) => {
      await messages.change('box', { isLeftOpenTold: true });
      for (let n = 0; n < 22; n += 1) trip(DOORS + n, true, { lasttrip: clock.now() / 1000 });
      await clock.advance(17 * MINUTE);
    }
  ],
  ['a smoke sensor that trips again and again', (of) => flap(of, SMOKE, 32)],
  [
    '70 smoke sensors that trip',
    async ({ trip, clock }) => {
      for (let n = 0; n < 70; n += 1) {
        trip(SMOKES + n);
        await clock.advance(1_000);
      }
    }
  ]
])('after %s, each hazard is told by each way within 2 s', async (_name, fill) => {
  const of = await world({ phones: { phone: everything } });
  await fill(of);
  expect(of.on('ntfy').length, 'messages before').toBeGreaterThan(20);
  const ways = ['ntfy', 'webhook', 'phone'];
  for (const [kind, device] of Object.entries(HAZARDS)) {
    of.trip(device);
    await of.clock.advance(2000);
    for (const way of ways) {
      const [, message] = of.got.findLast(([each]) => each === way) ?? [];
      expect(message?.lines, `${kind} on ${way}`).toContainEqual({ kind, room: 'Cellar' });
    }
  }
});

it('sensors of hazards that trip again and again ring at most 60 times in an hour, and one more says so', async () => {
  const { trip, clock, got } = await world();
  const sensors = Array.from({ length: 6 }, (_, n) => SMOKES + n);
  for (let rounds = 0; rounds < 24; rounds += 1)
    for (const sensor of sensors) {
      trip(sensor);
      await clock.advance(10_000);
      trip(sensor, false);
      await clock.advance(15_000);
    }
  const rings = got.filter(([way, { rings: isLoud }]) => way === 'ntfy' && isLoud);
  const many = rings.filter(([, { lines }]) => lines[0].kind === 'many');
  const repeats = 12;
  expect(rings.length).toBeLessThanOrEqual(60 + sensors.length + repeats + 1);
  expect(many).toHaveLength(1);
});
