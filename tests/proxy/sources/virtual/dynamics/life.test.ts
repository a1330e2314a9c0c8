import { expect, test } from 'vitest';
import { HOUR_MS, startLifeFixture, MINUTE_MS } from './life-fixture';

const LIVING_ROOM_TEMPERATURE = 28;
const MEDIA_POWER = 35;
const TELEVISION = 34;
const DEAD_TEMPERATURE = 79;
const OUTDOOR_TEMPERATURE = 204;
const GARDEN_LIGHT = 206;
const HOUSE_METER = 215;

/** The events of a home within some minutes. */
async function eventsWithin(minutes: number, hour: number, seed: number) {
  const { clock, fixture } = startLifeFixture(hour, seed);
  await clock.advance(minutes * MINUTE_MS);
  return fixture.events;
}

test('the simulation is the same with the same seed and clock, and different with another seed', async () => {
  const [once, again, other] = await Promise.all([1, 1, 2].map((seed) => eventsWithin(10, 18, seed)));
  expect(once?.length).toBeGreaterThan(0);
  expect(again).toEqual(once);
  expect(other).not.toEqual(once);
});

test('the simulation is gentle: by day a change every one to three seconds', async () => {
  const events = await eventsWithin(30, 13, 1);
  expect(events.length).toBeGreaterThan((30 * 60) / 3);
  expect(events.length).toBeLessThan(30 * 60);
});

test('the simulation starts without a jump: the first events are close to what was read', async () => {
  const { clock, fixture } = startLifeFixture(15);
  const before = fixture.param(OUTDOOR_TEMPERATURE, 'Value');
  await clock.advance(5 * MINUTE_MS);
  for (const value of fixture.reportedValues(OUTDOOR_TEMPERATURE, 'Value'))
    expect(Math.abs(Number(value) - Number(before))).toBeLessThan(1);
});

test('the simulation leaves nothing running once it is stopped', async () => {
  const { clock, fixture, stop } = startLifeFixture(13);
  await clock.advance(MINUTE_MS);
  fixture.home.report(TELEVISION, { Status: true });
  stop();
  expect(clock.waiting).toBe(0);
});

test('the simulation does not change devices that people command, dead devices or alarms', async () => {
  const { clock, fixture } = startLifeFixture(8);
  await clock.advance(HOUR_MS / 2);
  const names = fixture.events.flatMap((event) =>
    event.type === 'DeviceChanged' ? event.params.map(({ name }) => name) : [event.type]
  );
  expect([...new Set(names)].sort()).toEqual(['Tripped', 'Value', 'currentState', 'lasttrip']);
  expect(fixture.reportedValues(DEAD_TEMPERATURE, 'Value')).toEqual([]);
  const alarms = fixture.home.devices.filter(({ role }) => /Smoke|Leaking|Generic/.test(role));
  expect(alarms.map(({ params }) => params['Tripped'])).toEqual(alarms.map(() => false));
});

test('gauges follow the time of day: it is brighter and warmer outside at two than at five in the morning', async () => {
  const { clock, fixture } = startLifeFixture(5);
  const value = (id: number) => Number(fixture.param(id, 'Value'));
  const dark = value(GARDEN_LIGHT);
  const cold = value(OUTDOOR_TEMPERATURE);
  await clock.advance(9 * HOUR_MS);
  expect(dark).toBe(0);
  expect(value(GARDEN_LIGHT)).toBeGreaterThan(10_000);
  expect(value(OUTDOOR_TEMPERATURE)).toBeGreaterThan(cold + 5);
  expect(value(LIVING_ROOM_TEMPERATURE)).toBeGreaterThan(18);
  expect(value(LIVING_ROOM_TEMPERATURE)).toBeLessThan(27);
});

test('gauges of power follow their devices within a second, also when one is lost', async () => {
  const { clock, fixture } = startLifeFixture(20);
  const before = Number(fixture.param(MEDIA_POWER, 'Value'));
  fixture.act(TELEVISION, 'setStatus', { status: true });
  await clock.advance(1200);
  expect(Number(fixture.param(MEDIA_POWER, 'Value'))).toBeGreaterThan(before + 90);
  fixture.home.change(TELEVISION, { fields: { alive: false } });
  await clock.advance(1200);
  expect(Number(fixture.param(MEDIA_POWER, 'Value'))).toBeLessThan(before + 90);
});

test("gauges of energy add up the house's consumption", async () => {
  const { clock, fixture } = startLifeFixture(12);
  const before = Number(fixture.param(HOUSE_METER, 'Value'));
  await clock.advance(HOUR_MS / 2);
  const used = Number(fixture.param(HOUSE_METER, 'Value')) - before;
  expect(used).toBeGreaterThan(0.1);
  expect(used).toBeLessThan(1);
});

test('motion trips, reports when, and clears within a minute', async () => {
  const { clock, fixture } = startLifeFixture(18);
  const trips: number[] = [];
  fixture.home.onChange(({ after: { role, params }, before }) => {
    if (role !== 'BinaryMotionSensor' || params['Tripped'] === before.params['Tripped']) return;
    if (params['Tripped'] === true) trips.push(clock.now() - Number(params['lasttrip']) * 1000);
    else expect(clock.now() - Number(params['lasttrip']) * 1000).toBeLessThanOrEqual(61_000);
  });
  await clock.advance(HOUR_MS / 2);
  expect(trips.length).toBeGreaterThan(5);
  expect(Math.max(...trips)).toBeLessThan(1000);
});

test('motion is rare at night', async () => {
  const tripsFrom = async (hour: number) => {
    const { clock, fixture } = startLifeFixture(hour);
    await clock.advance(HOUR_MS);
    return fixture.events.filter((event) => JSON.stringify(event).includes('Tripped')).length;
  };
  expect(await tripsFrom(1)).toBeLessThan((await tripsFrom(16)) / 3);
});
