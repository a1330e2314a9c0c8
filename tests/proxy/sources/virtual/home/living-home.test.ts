import { expect, test } from 'vitest';
import { FakeClock } from '../../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const LAMP = 21;
const DEAD = 157;

test('a change is reported with the old and the new value, and with fields beside the parameters', () => {
  const fixture = new HomeFixture(new FakeClock());
  fixture.home.change(LAMP, { params: { Status: true }, fields: { name: 'Tall lamp', alive: false } });
  expect(fixture.events).toEqual([
    {
      type: 'DeviceChanged',
      device_id: LAMP,
      params: [{ name: 'Status', old_value: false, new_value: true }],
      name: 'Tall lamp',
      alive: false
    }
  ]);
  expect(fixture.home.device(LAMP)).toMatchObject({ name: 'Tall lamp', alive: false });
});

test('a change without an effect is not reported', () => {
  const fixture = new HomeFixture(new FakeClock());
  fixture.home.change(LAMP, { params: { Status: false }, fields: { name: 'Floor lamp' } });
  fixture.home.change(999, { params: { Status: false } });
  expect(fixture.events).toEqual([]);
});

test('a change of a new parameter has null as its old value', () => {
  const fixture = new HomeFixture(new FakeClock());
  fixture.home.change(LAMP, { params: { locked: true } });
  expect(fixture.events).toMatchObject([{ params: [{ name: 'locked', old_value: null, new_value: true }] }]);
});

test('a report by radio has the time of the report, in UNIX seconds', async () => {
  const clock = new FakeClock(Date.UTC(2026, 4, 1));
  const fixture = new HomeFixture(clock);
  await clock.advance(5999);
  fixture.home.report(LAMP, { Status: true });
  expect(fixture.events).toMatchObject([{ last_online: Date.UTC(2026, 4, 1) / 1000 + 5 }]);
});

test('a report by radio of a dead device does not arrive', () => {
  const fixture = new HomeFixture(new FakeClock());
  fixture.home.report(DEAD, { Level: 50, Status: true });
  expect(fixture.events).toEqual([]);
  expect(fixture.param(DEAD, 'Level')).toBe(0);
});

test('a change of the lists is reported once, and is visible', () => {
  const fixture = new HomeFixture(new FakeClock());
  const lamp = fixture.home.device(LAMP);
  const room = fixture.home.room(11);
  if (!lamp || !room) throw new Error('The house lacks its lamp');
  const added = { addDevice: { ...lamp, id: 500 }, addRoom: { ...room, id: 50 } };
  fixture.home.changeLists({ ...added, removeDevice: 24, removeRoom: 12 });
  expect(fixture.events).toEqual([{ type: 'DeviceListChanged' }]);
  expect([500, 24].map((id) => fixture.home.device(id)?.id)).toEqual([500, undefined]);
  expect([50, 12].map((id) => fixture.home.room(id)?.id)).toEqual([50, undefined]);
});
