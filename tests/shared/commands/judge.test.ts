import { describe, expect, it } from 'vitest';
import { fail } from '#shared/errors';
import { executorEachTest } from '../../support/executor-bench';

const { bench, command, stateOf, answer, write, addLamp, addShutter, report } = executorEachTest();

const LOST = fail('outcome-unknown', 'The answer was lost.');

describe('judging', () => {
  it('a change to the wanted value confirms a command, before its answer too', async () => {
    addLamp();
    command('off', 1, 'setStatus', { status: false });
    report(1, { Status: false, Level: 0 });
    expect(bench.states.get('off')).toEqual(['sending', 'confirmed']);
    await answer('off', LOST);
    expect([stateOf('off'), bench.executor.jobs]).toEqual(['confirmed', []]);
  });

  it('a change while a command waits for its connection does not confirm it, and is not what it undoes', async () => {
    addLamp();
    bench.network.isConnected = false;
    command('off', 1, 'setStatus', { status: false });
    report(1, { Status: false, Level: 0 });
    expect(stateOf('off')).toBe('sending');
    write('off');
    expect(bench.executor.jobs.find(({ id }) => id === 'off')?.before).toEqual({ Status: false, Level: 0 });
    report(1, { Status: true, Level: 60 });
    expect(stateOf('off')).toBe('sending');
    report(1, { Status: false, Level: 0 });
    expect(stateOf('off')).toBe('confirmed');
  });

  it('a value that was there before the command was sent does not confirm it: the device is read', async () => {
    addLamp();
    command('on', 1, 'setStatus', { status: true });
    await answer('on');
    expect(bench.states.get('on')).toEqual(['sending', 'accepted']);
    bench.reading.params = { Status: true, Level: 60 };
    await bench.clock.advance(5_000);
    expect([bench.reads, stateOf('on')]).toEqual([[1], 'confirmed']);
  });

  it('a device that does not report the value in time is read once, then the command is unconfirmed', async () => {
    addLamp();
    command('off', 1, 'setStatus', { status: false });
    await answer('off');
    await bench.clock.advance(4_999);
    expect(bench.reads).toEqual([]);
    await bench.clock.advance(60_000);
    expect([bench.reads, stateOf('off'), bench.executor.jobs]).toEqual([[1], 'unconfirmed', []]);
  });

  it('positions on the way extend the deadline, and a shutter that rests near its end is confirmed', async () => {
    addShutter();
    command('open', 1, 'startLevelChange', { direction: 'up' });
    await answer('open');
    for (const Level of [20, 50, 80, 96]) {
      await bench.clock.advance(14_000);
      report(1, { Level });
    }
    expect(stateOf('open')).toBe('accepted');
    await bench.clock.advance(5_000);
    expect([bench.reads, stateOf('open')]).toEqual([[], 'confirmed']);
  });

  it('a lost answer leaves a command open for two seconds, then the device is read', async () => {
    addLamp();
    command('off', 1, 'setStatus', { status: false });
    await answer('off', LOST);
    expect(bench.states.get('off')).toEqual(['sending']);
    await bench.clock.advance(2_000);
    expect([bench.reads, stateOf('off'), bench.failures.get('off')?.code]).toEqual([
      [1],
      'unconfirmed',
      'outcome-unknown'
    ]);
  });

  it('a newer command supersedes the one before it when it is sent, and an older effect does not confirm it', async () => {
    addLamp();
    command('on', 1, 'setLevel', { level: 90 });
    await answer('on');
    command('off', 1, 'setLevel', { level: 0 });
    expect(bench.states.get('on')).toEqual(['sending', 'accepted', 'superseded']);
    await answer('off');
    command('again', 1, 'setLevel', { level: 90 });
    await answer('again');
    report(1, { Level: 90 });
    expect(stateOf('again')).toBe('accepted');
    report(1, { Level: 0 });
    report(1, { Level: 90 });
    expect(stateOf('again')).toBe('confirmed');
  });

  it('the values before the sending are noted, and no others', async () => {
    addLamp();
    report(1, { Value: 12 });
    command('off', 1, 'setStatus', { status: false });
    expect(bench.executor.jobs[0]?.before).toEqual({ Status: true, Level: 60 });
  });
});
