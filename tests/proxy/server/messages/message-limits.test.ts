import { expect, it } from 'vitest';
import {
  MINUTE,
  SMOKE,
  LEAK,
  DOOR,
  DOORS,
  HAZARDS,
  SMOKES,
  BEGUN,
  everything,
  world,
  type DeliveryWorld
} from './delivery-world';

/** Trips some doors that are armed, one after the other. */
async function tripArmed({ trip, clock }: DeliveryWorld, count: number) {
  for (let n = 0; n < count; n += 1) {
    trip(DOORS + n, true, { Armed: true });
    await clock.advance(10_000);
  }
}

/** A sensor that trips again and again, each time later than its alarm before may continue. */
async function flap({ trip, clock }: DeliveryWorld, device: number, count: number, params: object = {}) {
  for (let n = 0; n < count; n += 1) {
    trip(device, true, params);
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
  await of.clock.advance(30 * MINUTE);
  expect(kinds()).toHaveLength(21);
  await of.clock.advance(27 * MINUTE);
  expect(kinds().filter((kind) => kind === 'armed').length, 'those that still stand').toBe(30);
  await of.see();
});

it.each<[string, (of: DeliveryWorld) => Promise<unknown>]>([
  ['22 armed sensors that trip', (of) => tripArmed(of, 22)],
  ['an armed sensor that trips again and again', (of) => flap(of, DOOR, 22, { Armed: true })],
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
      for (let n = 0; n < 70; n += 1) trip(SMOKES + n);
      await clock.advance(MINUTE);
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
    for (const way of ways) expect(of.on(way).at(-1), `${kind} on ${way}`).toEqual([kind, 'Cellar', false]);
  }
});

it('a sensor that trips again after more than 10 min is told at once, whatever others have told meanwhile', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(10_000);
  of.trip(SMOKE, false);
  for (let round = 0; round < 17; round += 1) {
    for (const sensor of [LEAK, HAZARDS.leak]) of.trip(sensor);
    await of.clock.advance(10_000);
    for (const sensor of [LEAK, HAZARDS.leak]) of.trip(sensor, false);
    await of.clock.advance(125_000);
  }
  expect(of.on('ntfy').length, 'messages before').toBeGreaterThan(60);
  of.trip(SMOKE);
  await of.clock.advance(2000);
  expect(of.on('ntfy').at(-1)).toEqual(BEGUN);
});

it('hazards that come and go are at most 60 messages in an hour and one of each sensor in 10 min, and one that says so', async () => {
  const { trip, clock, on } = await world();
  const sensors = [SMOKE, ...Object.values(HAZARDS)];
  for (let rounds = 0; rounds < 24; rounds += 1) {
    for (const sensor of sensors) trip(sensor);
    await clock.advance(10_000);
    for (const sensor of sensors) trip(sensor, false);
    await clock.advance(125_000);
  }
  const kinds = on('ntfy').map(([kind]) => kind);
  expect(kinds.filter((kind) => kind !== 'many').length).toBeLessThanOrEqual(60 + 6 * sensors.length);
  expect(kinds.filter((kind) => kind === 'many')).toHaveLength(1);
});
