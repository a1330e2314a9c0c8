import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const LAMP = 21;
const COLOR_LAMP = 25;
const MOTION = 31;
const AIR_CONDITIONER = 33;
const SMOKE_ALARM = 48;
const SIREN = 71;
const VALVE = 105;
const DEAD = 157;

let clock: FakeClock;
let fixture: HomeFixture;

beforeEach(() => {
  clock = new FakeClock();
  fixture = new HomeFixture(clock);
});

test('a command is reported at once, and takes effect a moment later', async () => {
  fixture.act(LAMP, 'setStatus', { status: true });
  expect({ reports: fixture.reports(LAMP), reportedValues: fixture.reportedValues(LAMP, 'Status') }).toEqual({
    reports: ['accepted'],
    reportedValues: []
  });
  await clock.advance(500);
  expect(fixture.reportedValues(LAMP, 'Status')).toEqual([true]);
});

test('a command has no effect on a dead device', async () => {
  fixture.act(DEAD, 'setLevel', { level: 50 });
  await clock.advance(60_000);
  expect({ reports: fixture.reports(DEAD), reportedValues: fixture.reportedValues(DEAD, 'Level') }).toEqual({
    reports: ['failed'],
    reportedValues: []
  });
});

test('a command sets the named colours and leaves the others', async () => {
  fixture.act(COLOR_LAMP, 'setColor', { components: { Red: 10, Blue: 20 } });
  await clock.advance(500);
  const shown = fixture.param(COLOR_LAMP, 'currentComponentValues');
  expect(shown).toEqual({ Red: 10, Green: 140, Blue: 20, WarmWhite: 90 });
});

test('a command sets mode, setpoint, fan and arming', async () => {
  fixture.act(AIR_CONDITIONER, 'setMode', { mode: 'Cool' });
  fixture.act(AIR_CONDITIONER, 'setSetpoint', { setpoint: 23.5, setpointType: 'Cool' });
  fixture.act(AIR_CONDITIONER, 'setFanMode', { fanMode: 'High' });
  fixture.act(MOTION, 'setArmed', { armed: true });
  await clock.advance(500);
  expect(fixture.home.device(AIR_CONDITIONER)?.params).toMatchObject({
    currentMode: 'Cool',
    currentSetpoints: { Heat: 21.5, Cool: 23.5 },
    currentFanMode: 'High'
  });
  expect(fixture.param(MOTION, 'Armed')).toBe(true);
});

test('a command does not undo changes before its effect', async () => {
  fixture.act(MOTION, 'setArmed', { armed: true });
  fixture.home.report(MOTION, { Tripped: true });
  await clock.advance(500);
  expect(fixture.home.device(MOTION)?.params).toMatchObject({ Armed: true, Tripped: true });
});

test('of a pulse switches on for a second', async () => {
  fixture.act(SIREN, 'pulse');
  await clock.advance(1100);
  expect(fixture.reportedValues(SIREN, 'Status')).toEqual([true]);
  await clock.advance(100);
  expect(fixture.reportedValues(SIREN, 'Status')).toEqual([true, false]);
});

test('of an acknowledged alarm makes it quiet', async () => {
  fixture.home.change(SMOKE_ALARM, { params: { Tripped: true } });
  fixture.act(SMOKE_ALARM, 'ack');
  await clock.advance(500);
  expect(fixture.param(SMOKE_ALARM, 'Tripped')).toBe(false);
});

test('the sleeping radiator valve executes a command at its next wake-up, and not before', async () => {
  await clock.advance(100_000);
  fixture.act(VALVE, 'setSetpoint', { setpoint: 21, setpointType: 'Heat' });
  expect(fixture.reports(VALVE)).toEqual(['waiting']);
  await clock.advance(199_999);
  expect(fixture.reportedValues(VALVE, 'currentSetpoints')).toEqual([]);
  await clock.advance(1);
  expect(fixture.reportedValues(VALVE, 'currentSetpoints')).toEqual([{ Heat: 21 }]);
});

test('the sleeping radiator valve executes the newest of several commands for one value, and each of those for others', async () => {
  fixture.act(VALVE, 'setSetpoint', { setpoint: 21, setpointType: 'Heat' });
  fixture.act(VALVE, 'setMode', { mode: 'Off' });
  fixture.act(VALVE, 'setSetpoint', { setpoint: 17, setpointType: 'Heat' });
  await clock.advance(300_000);
  expect(fixture.reportedValues(VALVE, 'currentSetpoints')).toEqual([{ Heat: 17 }]);
  expect(fixture.reportedValues(VALVE, 'currentMode')).toEqual(['Off']);
  expect(clock.waiting).toBe(0);
});

test('the sleeping radiator valve wakes at the set interval, and reports it', async () => {
  fixture.home.change(VALVE, { params: { wakeUpInterval: 2 } });
  expect(fixture.param(VALVE, 'wakeUpInterval')).toBe(2);
  fixture.act(VALVE, 'setMode', { mode: 'Off' });
  await clock.advance(2000);
  expect(fixture.param(VALVE, 'currentMode')).toBe('Off');
});

test('no effect is pending once the timers of the clock are cancelled', async () => {
  fixture.act(LAMP, 'setStatus', { status: true });
  fixture.act(24, 'setLevel', { level: 10 });
  fixture.act(26, 'startLevelChange', { direction: 'down' });
  fixture.act(VALVE, 'setMode', { mode: 'Off' });
  fixture.act(SIREN, 'pulse');
  fixture.clock.cancelAll();
  expect(clock.waiting).toBe(0);
});
