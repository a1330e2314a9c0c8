import { expect, it } from 'vitest';
import { type Result } from '#shared/errors';
import { ACCEPTED, executorEachTest } from '../../../support/executor-bench';
import { settle } from '../../../support/fake-clock';

const { bench, job, submit, names, stateOf, answer } = executorEachTest();

const SUPERSEDED = { ok: false, error: { code: 'superseded' } };

it('the queue sends one command for a value at a time, and a newer one supersedes the one that waits', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => submit(name));
  await settle();
  expect(names()).toEqual(['a']);
  expect(b?.result).toMatchObject(SUPERSEDED);
  expect(bench.states.get('b')).toEqual(['queued', 'superseded']);
  await answer('a');
  expect(a?.result).toEqual(ACCEPTED);
  expect(names()).toEqual(['a', 'c']);
  await answer('c');
  expect(c?.result).toEqual(ACCEPTED);
  expect({ jobs: bench.executor.jobs, waiting: bench.clock.waiting }).toEqual({ jobs: [], waiting: 0 });
});

it('the queue supersedes a queued command whatever its method, screen and batch are, if their values overlap', async () => {
  submit('first');
  submit('level', { screen: 'hall', batch: 'hers' });
  submit('heat', { sets: ['currentSetpoints.Heat'] });
  submit('status', { method: 'setStatus', sets: ['Status'], screen: 'phone' });
  await settle();
  expect([stateOf('level'), stateOf('heat'), stateOf('status')]).toEqual(['superseded', 'sending', 'queued']);
});

it('the queue can belong to one screen, and refuses the newest command when it is full', async () => {
  const orders = Array.from({ length: 550 }, (_, device) => submit(`${device}`, { device }));
  await settle();
  const refused = orders.flatMap(({ result }, at) => (isTooMany(result) ? at : []));
  expect(refused).toEqual(Array.from({ length: 42 }, (_, at) => 508 + at));
  expect(bench.executor.hasRoom([job('more', { device: 999 })])).toBe(false);
  expect(bench.executor.hasRoom([job('newer', { device: 100 })])).toBe(true);
  expect(bench.executor.hasRoom([job('hers', { device: 999, screen: 'hall' })])).toBe(true);
});

const isTooMany = (result: Result<unknown> | undefined) =>
  result !== undefined && !result.ok && result.error.code === 'too-many-commands';

/** Answers each command at once, and returns when each was bench.sent, in ms. */
async function timesOf(ms: number) {
  const times: number[] = [];
  const begun = bench.clock.monotonic();
  for (let passed = 0; passed < ms; passed += 50) {
    await settle();
    for (; times.length < bench.sent.length; await settle()) {
      bench.sent[times.length]?.answer();
      times.push(bench.clock.monotonic() - begun);
    }
    await bench.clock.advance(50);
  }
  return times;
}

it('the pace is five commands a second for a device', async () => {
  for (let number = 0; number < 12; number++) submit(`${number}`, { sets: [`value ${number}`] });
  expect(await timesOf(3_000)).toEqual([0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 2000, 2000]);
});

it('the pace is ten commands a second for a controller, and the oldest goes first', async () => {
  for (let device = 0; device < 25; device++) submit(`${device}`, { device });
  const times = await timesOf(3_000);
  expect(times.map((time) => Math.floor(time / 1000))).toEqual(
    Array.from({ length: 25 }, (_, at) => Math.floor(at / 10))
  );
  expect(names()).toEqual(Array.from({ length: 25 }, (_, device) => `${device}`));
});

it('the pace leaves eight commands unanswered at most', async () => {
  for (let device = 0; device < 20; device++) submit(`${device}`, { device });
  await bench.clock.advance(5_000);
  expect(bench.sent).toHaveLength(8);
  await answer('3');
  expect(names().at(-1)).toBe('8');
});

it('the pace sends the last value of a slider storm, and few of those before it', async () => {
  const results: { result: unknown }[] = [];
  for (let move = 0; move < 300; move++) {
    results.push(submit(`${move}`));
    await bench.clock.advance(10);
    for (const { answer: reply } of bench.sent) reply();
  }
  for (let second = 0; second < 3; second++) {
    await bench.clock.advance(1_000);
    for (const { answer: reply } of bench.sent) reply();
  }
  await settle();
  expect(names().at(-1)).toBe('299');
  expect(bench.sent.length).toBeLessThanOrEqual(5 * 4 + 1);
  expect(results.every(({ result }) => result !== undefined)).toBe(true);
});

it('turns let another screen’s tap be the second to go, even behind a batch of 200', async () => {
  bench.executor.post(
    Array.from({ length: 200 }, (_, device) => job(`light ${device}`, { device, batch: 'off' }))
  );
  await settle();
  const before = bench.sent.length;
  submit('tap', { device: 999, screen: 'phone' });
  await answer('light 0');
  await answer('light 1');
  await bench.clock.advance(1_000);
  expect(names().indexOf('tap')).toBeLessThanOrEqual(before + 1);
});

it('turns go round over screens first, then over the batches of a screen', async () => {
  for (let device = 0; device < 8; device++) submit(`${device}`, { device });
  for (const screen of ['a', 'b'])
    for (const batch of ['x', 'y'])
      for (let n = 0; n < 2; n++)
        submit(`${screen}${batch}${n}`, { device: 100 + n, sets: [screen + batch], screen, batch });
  await bench.clock.advance(1_000);
  for (let at = 0; at < bench.sent.length; at++) {
    await answer(names()[at] ?? '');
    await bench.clock.advance(1_000);
  }
  expect(names().slice(8)).toEqual(['ax0', 'bx0', 'ay0', 'by0', 'ax1', 'bx1', 'ay1', 'by1']);
});

it('turns are kept for a screen that posts one command after another, so that it does not come first each time', async () => {
  let next = 0;
  /** Lets a tenth of a second pass, which is one command's share, with a command of the guest in the queue. */
  async function pass() {
    submit(`guest ${next}`, { device: 900 + (next++ % 3), sets: [`value ${next}`], screen: 'guest' });
    await bench.clock.advance(100);
    for (const { answer: reply } of bench.sent) reply();
    await settle();
  }
  for (let n = 0; n < 15; n++) await pass();
  const before = bench.sent.length;
  bench.executor.post(
    Array.from({ length: 10 }, (_, device) => job(`light ${device}`, { device, batch: 'off' }))
  );
  for (let n = 0; n < 20; n++) await pass();
  const lights = names()
    .slice(before)
    .filter((name) => name.startsWith('light'));
  expect(lights).toHaveLength(10);
});

it('turns make room for a screen with few commands by dropping one of the screen with most', async () => {
  const flood = Array.from({ length: 508 }, (_, device) =>
    submit(`flood ${device}`, { device, screen: 'guest' })
  );
  submit('tap', { device: 999, screen: 'owner' });
  await settle();
  expect(isTooMany(flood.at(-1)?.result)).toBe(true);
  await answer('flood 0');
  await answer('flood 1');
  await bench.clock.advance(1_000);
  expect(names()).toContain('tap');
});

const stop = (id: string, device: number, screen = 'kitchen') =>
  submit(id, { device, method: 'stop', isUrgent: true, screen });

it('a stop goes at once, and supersedes what is queued for the same values', async () => {
  submit('up', { method: 'startLevelChange' });
  const next = submit('level');
  const colour = submit('colour', { sets: ['Red'] });
  const stopped = stop('stop', 1);
  await settle();
  expect(names()).toEqual(['up', 'colour', 'stop']);
  expect(next.result).toMatchObject(SUPERSEDED);
  await answer('stop');
  expect([stopped.result, colour.result]).toEqual([ACCEPTED, undefined]);
});

it('a stop of another screen is a call of its own, since the first screen may be signed out', () => {
  stop('first', 1);
  submit('second', { device: 1, method: 'stop', isUrgent: true, screen: 'guest' });
  expect(names()).toEqual(['first', 'second']);
});

it('a stop is never refused, and does not delay other commands', async () => {
  const flood = Array.from({ length: 60 }, (_, device) => stop(`stop ${device}`, device, 'guest'));
  submit('owner', { device: 999, screen: 'owner' });
  await settle();
  expect(names()).toContain('owner');
  for (let at = 0; at < 70; at++) {
    await answer(names()[at] ?? '');
    await bench.clock.advance(100);
  }
  expect(bench.sent).toHaveLength(61);
  expect(flood.every(({ result }) => result?.ok === true)).toBe(true);
});

it('sends nothing after it was stopped, and answers what waits', async () => {
  submit('a');
  const waiting = submit('b');
  bench.executor.stop();
  await answer('a');
  await bench.clock.advance(10_000);
  expect({ names: names(), waiting: bench.clock.waiting }).toEqual({ names: ['a'], waiting: 0 });
  expect(waiting.result).toMatchObject({ ok: false, error: { code: 'controller-unreachable' } });
});
