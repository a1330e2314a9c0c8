import { expect, it } from 'vitest';
import { fail } from '#shared/errors';
import { executorEachTest } from '../../../support/executor-bench';

const { bench, command, batch, stateOf, submit, answer, write, addLamp, addShutter, addThermostat, report } =
  executorEachTest();

const reportOff = (id: number) => report(id, { Status: false, Level: 0 });

/** Sends the command `off` to lamp 1, which is on. */
function switchLampOff() {
  addLamp();
  command('off', 1, 'setStatus', { status: false });
}

/** Sends the batch `evening` to two lamps, of which the first reports its effect. */
async function switchTwoOff() {
  for (const id of [1, 2]) addLamp(id);
  batch('evening', [1, 2], 'setStatus', { status: false });
  for (const name of ['evening.1', 'evening.2']) await answer(name);
  await bench.clock.advance(3_000);
  reportOff(1);
}

const LOST = fail('outcome-unknown', 'The answer was lost.');

it('a change to the wanted value confirms a command, before its answer too', async () => {
  switchLampOff();
  reportOff(1);
  expect(bench.states.get('off')).toEqual(['sending', 'confirmed']);
  await answer('off', LOST);
  expect({ state: stateOf('off'), jobs: bench.executor.jobs }).toEqual({ state: 'confirmed', jobs: [] });
});

it('a change while a command waits for its connection does not confirm it, and is not what it undoes', async () => {
  addLamp();
  bench.network.isConnected = false;
  command('off', 1, 'setStatus', { status: false });
  reportOff(1);
  expect(stateOf('off')).toBe('sending');
  write('off');
  expect(bench.executor.jobs.find(({ id }) => id === 'off')?.before).toEqual({ Status: false, Level: 0 });
  report(1, { Status: true, Level: 60 });
  expect(stateOf('off')).toBe('sending');
  reportOff(1);
  expect(stateOf('off')).toBe('confirmed');
});

it('a value that was there before the command was sent does not confirm it: the device is read', async () => {
  addLamp();
  command('on', 1, 'setStatus', { status: true });
  await answer('on');
  expect(bench.states.get('on')).toEqual(['sending', 'accepted']);
  bench.reading.params = { Status: true, Level: 60 };
  await bench.clock.advance(5_000);
  expect({ reads: bench.reads, state: stateOf('on') }).toEqual({ reads: [1], state: 'confirmed' });
});

it('a device that does not report the value in time is read once, then the command is unconfirmed', async () => {
  switchLampOff();
  await answer('off');
  await bench.clock.advance(4_999);
  expect(bench.reads).toEqual([]);
  await bench.clock.advance(1);
  expect({ reads: bench.reads, state: stateOf('off') }).toEqual({ reads: [1], state: 'unconfirmed' });
  await bench.clock.advance(60_000);
  expect({ reads: bench.reads, state: stateOf('off'), jobs: bench.executor.jobs }).toEqual({
    reads: [1],
    state: 'unconfirmed',
    jobs: []
  });
});

it('an unconfirmed command is confirmed by a report of its effect in the next minute', async () => {
  switchLampOff();
  await answer('off');
  await bench.clock.advance(60_000);
  report(1, { Level: 30 });
  expect(stateOf('off')).toBe('unconfirmed');
  reportOff(1);
  expect(bench.states.get('off')).toEqual(['sending', 'accepted', 'unconfirmed', 'confirmed']);
  expect(bench.executor.jobs).toEqual([]);
});

it('an unconfirmed command stays unconfirmed once a newer one for its value is sent', async () => {
  switchLampOff();
  await answer('off');
  await bench.clock.advance(6_000);
  command('on', 1, 'setStatus', { status: true });
  await answer('on');
  reportOff(1);
  expect([stateOf('off'), stateOf('on')]).toEqual(['unconfirmed', 'accepted']);
});

it.each([
  ['a batch', 'at once', 20],
  ['a batch', 'never', 20],
  ['a batch behind another one', 'at once', 16],
  ['a command behind a batch', 'at once', 19]
])(
  '%s whose radio takes 8 s for each command, which are answered %s, waits for all of them',
  async (_, answered, first) => {
    const ids = Array.from({ length: 20 }, (_each, at) => at + 1);
    for (const id of ids) addLamp(id);
    batch('evening', ids.slice(0, first), 'setStatus', { status: false });
    if (first < 20) batch('night', ids.slice(first), 'setStatus', { status: false });
    const nameOf = (id: number) => `${id <= first ? 'evening' : 'night'}.${id}`;
    for (const id of ids) {
      for (let second = 0; second < 8; second++) {
        if (answered === 'at once') for (const { answer: accept } of bench.sent) accept();
        else if (second === 7) for (const { answer: lose } of bench.sent.slice(0, id + 7)) lose(LOST);
        await bench.clock.advance(1_000);
      }
      reportOff(id);
    }
    const unconfirmed = ids.filter((id) => bench.states.get(nameOf(id))?.includes('unconfirmed'));
    expect(unconfirmed).toEqual([]);
    expect(ids.map((id) => stateOf(nameOf(id)))).toEqual(ids.map(() => 'confirmed'));
  }
);

it('a device of a batch that never reports is unconfirmed 20 seconds after the last of the others', async () => {
  await switchTwoOff();
  await bench.clock.advance(19_999);
  expect(stateOf('evening.2')).toBe('accepted');
  await bench.clock.advance(1);
  expect(stateOf('evening.2')).toBe('unconfirmed');
});

it('a device of a batch that reports another value is unconfirmed at its deadline, without waiting for the others', async () => {
  await switchTwoOff();
  report(2, { Status: true, Level: 55 });
  bench.reading.params = { Status: true, Level: 55 };
  await bench.clock.advance(5_000);
  expect({ reads: bench.reads, state: stateOf('evening.2') }).toEqual({ reads: [2], state: 'unconfirmed' });
});

it('a batch that reverses another waits for both on a radio that takes 8 s for each command', async () => {
  for (const id of [1, 2]) addLamp(id);
  // A reading before the radio reaches it brings the value of before, which is the wanted one.
  bench.reading.params = { Status: true, Level: 60 };
  batch('off', [1, 2], 'setStatus', { status: false });
  for (const name of ['off.1', 'off.2']) await answer(name);
  batch('on', [1, 2], 'setStatus', { status: true });
  for (const name of ['on.1', 'on.2']) await answer(name);
  for (const [device, params] of [
    [1, { Status: false, Level: 0 }],
    [2, { Status: false, Level: 0 }],
    [1, { Status: true, Level: 60 }],
    [2, { Status: true, Level: 60 }]
  ] as const) {
    await bench.clock.advance(7_000);
    // A lamp dims in steps.
    report(device, { Level: 30 });
    await bench.clock.advance(1_000);
    report(device, params);
  }
  for (const name of ['on.1', 'on.2'])
    expect(bench.states.get(name)).toEqual(['sending', 'accepted', 'confirmed']);
});

it.each([{ status: 'done' }, { status: 'failed', message: 'Dead.' }] as const)(
  'a report of an earlier command says nothing of one that waits for its connection: $status',
  async (outcome) => {
    addLamp();
    bench.network.isConnected = false;
    command('off', 1, 'setStatus', { status: false });
    bench.reading.params = { Status: false, Level: 0 };
    const order = { device: 1, method: 'setStatus', params: { status: false } };
    bench.executor.reported({ ...order, ...outcome });
    await bench.clock.advance(1_000);
    expect({ reads: bench.reads, state: stateOf('off') }).toEqual({ reads: [], state: 'sending' });
  }
);

it('a report that a command is done confirms it only if the device has the value when it is read', async () => {
  addLamp();
  command('off', 1, 'setStatus', { status: false });
  await answer('off');
  const done = { device: 1, method: 'setStatus', params: { status: false }, status: 'done' } as const;
  const states: unknown[] = [];
  for (const Status of [true, false]) {
    bench.reading.params = { Status, Level: 0 };
    bench.executor.reported(done);
    await bench.clock.advance(100);
    states.push(stateOf('off'));
  }
  expect(states).toEqual(['accepted', 'confirmed']);
});

it('a report that a command has failed fails that command, and not another one of its device', async () => {
  addLamp();
  command('low', 1, 'setLevel', { level: 20 });
  await answer('low');
  const failed = { device: 1, method: 'setLevel', status: 'failed', message: 'No route' } as const;
  bench.executor.reported({ ...failed, params: { level: 90 } });
  expect(stateOf('low')).toBe('accepted');
  bench.executor.reported({ ...failed, params: { level: 20 } });
  expect({ state: stateOf('low'), message: bench.failures.get('low')?.message }).toEqual({
    state: 'failed',
    message: 'No route'
  });
});

const SLEEPING = { interfaces: ['Battery'], deadline: 3_630_000 };

/** A thermostat at 20 that is set, and what it reports. Confirmed after so many ms, or null: unconfirmed at its deadline. */
it.each([
  ['to a step of its own', 21.3, [21], 2_000, {}],
  ['to a step of its own, from sleep', 21.3, [21], 2_000, SLEEPING],
  ['to the next half', 21.3, [21.5], 0, {}],
  ['to another value first', 21.3, [24, 21], 2_000, {}],
  ['by 1 °F and a half', 70, [68.5], 2_000, { valueUnit: '°F' }],
  ['by a degree, which is no rounding', 21.5, [20.5], null, {}],
  ['to the value of before', 20.4, [20], 2_000, {}],
  ['to the value of before, from sleep', 20.4, [20], 2_000, SLEEPING],
  ['to the value of before, after another', 20.4, [24, 20], 2_000, {}],
  ['to the value of before, which is another one then', 20.4, [20, 24], null, {}],
  ['to nothing: the value of before is far', 22, [20], null, {}],
  ['to nothing: it reports nothing', 20.4, [], null, {}]
] as const)('a setpoint that is rounded %s: %d to %j', async (_, setpoint, reports, confirmedMs, more) => {
  const { interfaces, deadline, ...params } = { interfaces: [], deadline: 10_000, ...more };
  const setpoints = (Heat: number) => ({ currentSetpoints: { Heat } });
  addThermostat({ ...params, ...setpoints(20) }, interfaces);
  command('warm', 1, 'setSetpoint', { setpoint, setpointType: 'Heat' });
  await answer('warm');
  for (const degrees of reports) report(1, setpoints(degrees));
  bench.reading.params = setpoints(reports.at(-1) ?? 20);
  await bench.clock.advance((confirmedMs ?? deadline) - 1);
  expect(stateOf('warm')).toBe(confirmedMs === 0 ? 'confirmed' : 'accepted');
  await bench.clock.advance(1);
  expect(stateOf('warm')).toBe(confirmedMs === null ? 'unconfirmed' : 'confirmed');
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
  expect({ reads: bench.reads, state: stateOf('open') }).toEqual({ reads: [], state: 'confirmed' });
});

it('a lost answer leaves a command open for two seconds, then the device is read', async () => {
  switchLampOff();
  await answer('off', LOST);
  expect(bench.states.get('off')).toEqual(['sending']);
  await bench.clock.advance(2_000);
  expect({ reads: bench.reads, state: stateOf('off') }).toEqual({ reads: [1], state: 'unconfirmed' });
  expect(bench.failures.get('off')?.code).toBe('outcome-unknown');
});

it('a command whose effect nobody can see is over once its answer is lost, also beside another one', async () => {
  bench.reading.params = { Status: false, Level: 0 };
  switchLampOff();
  submit('learn', { device: 2, method: 'learn', sets: ['Learned'] });
  await bench.clock.advance(200);
  await answer('off');
  await answer('learn', LOST);
  expect(stateOf('learn')).toBe('unconfirmed');
  await bench.clock.advance(60_000);
  expect(bench.executor.jobs).toEqual([]);
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
