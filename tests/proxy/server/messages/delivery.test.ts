import { expect, it } from 'vitest';
import { fail } from '#shared/errors';
import type { Sent } from '../../../../proxy/server/base/net/outgoing';
import type { StoredAlarms } from '../../../../proxy/server/home/alarms/stored-alarms';
import { settle } from '../../../support/fake-clock';
import { memoryFile } from '../../../support/memory-file';
import {
  MINUTE,
  SMOKE,
  LEAK,
  DOOR,
  TOLD,
  FAILED,
  BEGUN,
  HOME,
  everything,
  world,
  type DeliveryWorld
} from './delivery-world';

const OVER = ['smoke', 'Kitchen', true];

it.each([
  [['Lake'], undefined],
  [['Field', 'Lake'], 'Lake']
])('says of which home it is where the household has several: %j', async (homes, home) => {
  const { trip, clock, got } = await world({ homes });
  trip(SMOKE);
  await clock.advance(2000);
  expect(got.map(([, message]) => message.home)).toEqual([home, home]);
});

it('tells an alarm once on each way within 2 s, and once that it is over, with one tag and its own times', async () => {
  const { trip, clock, got, on } = await world();
  const at = clock.now();
  trip(SMOKE);
  await clock.advance(2000);
  expect([on('ntfy'), on('webhook')]).toEqual([[BEGUN], [BEGUN]]);
  await clock.advance(8000);
  trip(SMOKE, false);
  await clock.advance(MINUTE);
  trip(SMOKE);
  trip(SMOKE, false);
  await clock.advance(9 * MINUTE);
  expect([on('ntfy'), on('webhook')]).toEqual([[BEGUN], [BEGUN]]);
  await clock.advance(2 * MINUTE);
  expect([on('ntfy'), on('webhook')]).toEqual([
    [BEGUN, OVER],
    [BEGUN, OVER]
  ]);
  expect(new Set(got.map(([, { tag }]) => tag)).size).toBe(1);
  expect(got.map(([, message]) => message.at)).toEqual([at, at, at, at]);
  expect(got[2]?.[1].over).toBe(at + 10_000 + MINUTE);
  expect(JSON.stringify(got)).not.toContain('Secret');
});

type Step = (of: DeliveryWorld) => unknown;
interface Cut {
  readonly minutes: number;
  /** What happens while the ways are cut. */
  readonly during?: Step;
  /** What each tells at last. */
  readonly told: readonly unknown[];
}

it.each<[string, Cut]>([
  ['for 4 min, an alarm is told once they are back', { minutes: 4, told: [BEGUN] }],
  ['for more than a day, an alarm that stands is told all the same', { minutes: 24 * 60, told: [BEGUN] }],
  ['and somebody has seen it, nothing is told', { minutes: 4, during: ({ see }) => see(), told: [] }],
  [
    'and ends, that it was there is told, with its end',
    { minutes: 4, during: ({ trip }) => trip(SMOKE, false), told: [BEGUN] }
  ],
  [
    'and it is over, only that is told',
    { minutes: 11, during: ({ trip }) => trip(SMOKE, false), told: [OVER] }
  ],
  [
    'and it is seen and ends, nothing is told',
    { minutes: 4, during: ({ see, trip }) => see().then(() => trip(SMOKE, false)), told: [] }
  ]
])('while the ways are cut %s', async (_name, { minutes, during, told }) => {
  let isCut = true;
  let tries = 0;
  const cut = () => {
    tries += 1;
    return isCut ? FAILED : TOLD;
  };
  const of = await world({ answers: { ntfy: cut } });
  of.trip(SMOKE);
  await of.clock.advance(30_000);
  expect(tries, 'after 0, 1, 3, 7 and 15 s').toBe(5);
  expect(of.delivery.last('box', 'ntfy')?.failure).toBe('refused');
  expect(of.on('webhook'), 'the other way goes on').toEqual([BEGUN]);
  await during?.(of);
  await of.clock.advance(minutes * MINUTE);
  isCut = false;
  await of.clock.advance(MINUTE);
  expect(of.on('ntfy')).toEqual(told);
});

it('a way that hangs holds no other, nor is anything sent twice there', async () => {
  const { trip, clock, on } = await world({ answers: { ntfy: () => new Promise(() => undefined) } });
  trip(SMOKE);
  await clock.advance(MINUTE);
  trip(LEAK);
  await clock.advance(MINUTE);
  expect({ ntfy: on('ntfy'), webhookCount: on('webhook').length }).toEqual({ ntfy: [], webhookCount: 2 });
});

it('a way that throws is tried again', async () => {
  let tries = 0;
  const { trip, clock, on } = await world({
    answers: {
      ntfy: () => {
        if (tries++ === 0) throw new Error('A defect.');
        return TOLD;
      }
    }
  });
  trip(SMOKE);
  await clock.advance(5000);
  expect({ told: on('ntfy'), tries }).toEqual({ told: [BEGUN], tries: 2 });
});

it('killed at any moment between the trip and the answer, it tells at least once, at most twice, with one tag', async () => {
  for (let ms = 0; ms < 400; ms += 20) {
    let answer = () => {};
    const slow = () => new Promise<Sent>((resolve) => (answer = () => resolve(TOLD)));
    const first = await world({ answers: { ntfy: slow, webhook: () => FAILED } });
    first.trip(SMOKE);
    await first.clock.advance(Math.min(ms, 200));
    if (ms > 200) answer();
    // A killed program writes nothing more.
    const file = memoryFile<StoredAlarms>(structuredClone(await first.file.read()));
    first.stop();
    const again = await world({ file, clock: first.clock });
    again.trip(SMOKE);
    await again.clock.advance(MINUTE - 2_000);
    const tags = [...first.got, ...again.got].map(([, { tag }]) => tag);
    const onNtfy = [...first.on('ntfy'), ...again.on('ntfy')].length;
    expect({ tagCount: new Set(tags).size, told: again.on('webhook') }, `${ms} ms`).toEqual({
      tagCount: 1,
      told: [BEGUN]
    });
    expect(onNtfy === 1 || onNtfy === 2, `${ms} ms`).toBe(true);
  }
});

const cellar = { rooms: [2], commands: false };

it.each([
  ['smoke', SMOKE, {}, ['all', 'cellar', 'kitchen']],
  ['a leak', LEAK, {}, ['all', 'cellar', 'kitchen']],
  ['an armed door, only of its room', DOOR, { Armed: true }, ['all', 'cellar']],
  ['no other door', DOOR, {}, []]
] as const)('a limited phone hears %s', async (_name, device, params, heard) => {
  const phones = { all: everything, cellar, kitchen: { rooms: [1] } };
  const { trip, clock, got } = await world({ phones });
  trip(device, false, params);
  trip(device, true);
  await clock.advance(5000);
  expect(got.flatMap(([way]) => (way in phones ? [way] : []))).toEqual(heard);
});

it('a controller that is not reached for 5 min is told once, and to no limited phone', async () => {
  const { home, clock, on } = await world({ phones: { all: everything, cellar } });
  home.markLost('unreachable');
  await clock.advance(20 * MINUTE);
  home.applySnapshot(HOME, clock.monotonic());
  await clock.advance(5 * MINUTE);
  const blind = [
    ['blind', null, false],
    ['blind', null, true]
  ];
  expect([on('ntfy'), on('all'), on('cellar')]).toEqual([blind, blind, []]);
});

it.each([
  [true, 14, []],
  [true, 17, [false, true]],
  [false, 17, []]
])('a door left open is told if chosen (%s), after %i min', async (isLeftOpenTold, minutes, overs) => {
  const { trip, clock, on, messages } = await world();
  await messages.change('box', { isLeftOpenTold });
  trip(DOOR, true, { lasttrip: clock.now() / 1000 });
  await clock.advance(minutes * MINUTE);
  trip(DOOR, false);
  await clock.advance(5 * MINUTE);
  expect(on('ntfy')).toEqual(overs.map((isOver) => ['left-open', 'Cellar', isOver]));
});

it.each([
  ['has none', {}],
  ['has 0', { lasttrip: 0 }],
  ['has that of another day', { lasttrip: Date.UTC(2025, 11, 1) / 1000 }],
  ['has one of the future', { lasttrip: Date.UTC(2027, 0, 1) / 1000 }]
])('a door is left open since Mantel saw it, where its controller %s', async (_, params) => {
  const { trip, clock, on, messages } = await world();
  trip(DOOR, false);
  await messages.change('box', { isLeftOpenTold: true });
  trip(DOOR, true, params);
  await clock.advance(10 * MINUTE);
  clock.jump(180 * MINUTE);
  await clock.advance(4 * MINUTE);
  expect(on('ntfy')).toEqual([]);
  await clock.advance(3 * MINUTE);
  expect(on('ntfy')).toEqual([['left-open', 'Cellar', false]]);
});

it('a door that is left open is not said to be over while the controller is not reached', async () => {
  const { trip, clock, on, messages, home } = await world();
  await messages.change('box', { isLeftOpenTold: true });
  trip(DOOR, true, { lasttrip: clock.now() / 1000 });
  await clock.advance(17 * MINUTE);
  home.markLost('unreachable');
  await clock.advance(10 * MINUTE);
  expect(on('ntfy').filter(([kind]) => kind === 'left-open')).toEqual([['left-open', 'Cellar', false]]);
});

it('a phone whose service says that it has gone, gets nothing more', async () => {
  const { trip, clock, messages } = await world({
    phones: { all: everything, old: everything },
    answers: { old: () => fail('gone', 'answered 410') }
  });
  trip(SMOKE);
  await clock.advance(5000);
  await settle();
  expect(Object.keys(messages.of('box').phones)).toEqual(['all']);
});
