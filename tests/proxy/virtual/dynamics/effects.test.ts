import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../support/fake-clock';
import { HomeOnHand } from '../home-fixture';

const LAMP = 21;
const COLOR_LAMP = 25;
const MOTION = 31;
const AIR_CONDITIONER = 33;
const SMOKE_ALARM = 48;
const SIREN = 71;
const VALVE = 105;
const DEAD = 157;

function onHand(wakeUpMs: number | null = null) {
  const clock = new FakeClock();
  return { clock, hand: new HomeOnHand(clock, wakeUpMs) };
}

describe('a command', () => {
  test('is reported at once, and takes effect a moment later', async () => {
    const { clock, hand } = onHand();
    hand.act(LAMP, 'setStatus', { status: true });
    expect([hand.reports(LAMP), hand.told(LAMP, 'Status')]).toEqual([['done'], []]);
    await clock.advance(500);
    expect(hand.told(LAMP, 'Status')).toEqual([true]);
  });

  test('has no effect on a dead device', async () => {
    const { clock, hand } = onHand();
    hand.act(DEAD, 'setLevel', { level: 50 });
    await clock.advance(60_000);
    expect([hand.reports(DEAD), hand.told(DEAD, 'Level')]).toEqual([['failed'], []]);
  });

  test('sets the named colours and leaves the others', async () => {
    const { clock, hand } = onHand();
    hand.act(COLOR_LAMP, 'setColor', { components: { Red: 10, Blue: 20 } });
    await clock.advance(500);
    expect(hand.param(COLOR_LAMP, 'currentComponentValues')).toEqual({
      Red: 10,
      Green: 140,
      Blue: 20,
      WarmWhite: 90
    });
  });

  test('sets mode, setpoint, fan and arming', async () => {
    const { clock, hand } = onHand();
    hand.act(AIR_CONDITIONER, 'setMode', { mode: 'Cool' });
    hand.act(AIR_CONDITIONER, 'setSetpoint', { setpoint: 23.5, setpointType: 'Cool' });
    hand.act(AIR_CONDITIONER, 'setFanMode', { fanMode: 'High' });
    hand.act(MOTION, 'setArmed', { armed: true });
    await clock.advance(500);
    expect(hand.home.device(AIR_CONDITIONER)?.params).toMatchObject({
      currentMode: 'Cool',
      currentSetpoints: { Heat: 21.5, Cool: 23.5 },
      currentFanMode: 'High'
    });
    expect(hand.param(MOTION, 'Armed')).toBe(true);
  });

  test('does not undo changes before its effect', async () => {
    const { clock, hand } = onHand();
    hand.act(MOTION, 'setArmed', { armed: true });
    hand.home.report(MOTION, { Tripped: true });
    await clock.advance(500);
    expect(hand.home.device(MOTION)?.params).toMatchObject({ Armed: true, Tripped: true });
  });
});

test('of a pulse switches on for a second', async () => {
  const { clock, hand } = onHand();
  hand.act(SIREN, 'pulse');
  await clock.advance(1100);
  expect(hand.told(SIREN, 'Status')).toEqual([true]);
  await clock.advance(100);
  expect(hand.told(SIREN, 'Status')).toEqual([true, false]);
});

test('of an acknowledged alarm makes it quiet', async () => {
  const { clock, hand } = onHand();
  hand.home.change(SMOKE_ALARM, { params: { Tripped: true } });
  hand.act(SMOKE_ALARM, 'ack');
  await clock.advance(500);
  expect(hand.param(SMOKE_ALARM, 'Tripped')).toBe(false);
});

describe('the sleeping radiator valve', () => {
  test('executes a command at its next wake-up, and not before', async () => {
    const { clock, hand } = onHand();
    await clock.advance(100_000);
    hand.act(VALVE, 'setSetpoint', { setpoint: 21, setpointType: 'Heat' });
    expect(hand.reports(VALVE)).toEqual(['waiting']);
    await clock.advance(199_999);
    expect(hand.told(VALVE, 'currentSetpoints')).toEqual([]);
    await clock.advance(1);
    expect(hand.told(VALVE, 'currentSetpoints')).toEqual([{ Heat: 21 }]);
  });

  test('executes the newest of several commands for one value, and each of those for others', async () => {
    const { clock, hand } = onHand();
    hand.act(VALVE, 'setSetpoint', { setpoint: 21, setpointType: 'Heat' });
    hand.act(VALVE, 'setMode', { mode: 'Off' });
    hand.act(VALVE, 'setSetpoint', { setpoint: 17, setpointType: 'Heat' });
    await clock.advance(300_000);
    expect(hand.told(VALVE, 'currentSetpoints')).toEqual([{ Heat: 17 }]);
    expect(hand.told(VALVE, 'currentMode')).toEqual(['Off']);
    expect(clock.waiting).toBe(0);
  });

  test('wakes at the set interval, and reports it', async () => {
    const { clock, hand } = onHand(2000);
    expect(hand.param(VALVE, 'wakeUpInterval')).toBe(2);
    hand.act(VALVE, 'setMode', { mode: 'Off' });
    await clock.advance(2000);
    expect(hand.param(VALVE, 'currentMode')).toBe('Off');
  });
});

test('no effect is pending once the effects are stopped', async () => {
  const { clock, hand } = onHand();
  hand.act(LAMP, 'setStatus', { status: true });
  hand.act(24, 'setLevel', { level: 10 });
  hand.act(26, 'startLevelChange', { direction: 'down' });
  hand.act(VALVE, 'setMode', { mode: 'Off' });
  hand.act(SIREN, 'pulse');
  hand.effects.stop();
  expect(clock.waiting).toBe(0);
});
