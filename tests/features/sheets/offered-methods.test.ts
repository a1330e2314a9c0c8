import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { METHOD_LIST_TIMEOUT_MS, OfferedMethods } from '../../../src/features/sheets/offered-methods.svelte';
import type { ClientResult } from '../../../src/lib/state/proxy/failure';
import { FakeClock } from '../../support/fake-clock';

function setUp() {
  const clock = new FakeClock(1_000_000);
  const signals: AbortSignal[] = [];
  const answers: ((result: ClientResult<unknown>) => void)[] = [];
  const methods = new OfferedMethods(clock, (signal) => {
    signals.push(signal);
    return new Promise((resolve) => answers.push(resolve));
  });
  /** Answers the last request. */
  const answer = (result: ClientResult<unknown>) => answers.at(-1)?.(result);
  return { clock, signals, methods, answers, answer };
}

const LIST = succeed({ actions: ['setStatus'] });

it('the methods that a sheet offers are all of them before the request, and nothing is delayed', () => {
  const { methods } = setUp();
  expect(methods.availabilityOf('anything')).toBe('offered');
  expect(methods.isHeld).toBe(false);
});

it('the methods that a sheet offers are those of the list, which the opening sheet waits for', async () => {
  const { methods, answer, clock } = setUp();
  const asked = methods.ask('DevDimmer', 'opening');
  expect(methods.isHeld).toBe(true);
  answer(LIST);
  await asked;
  expect(methods.isHeld).toBe(false);
  expect(methods.availabilityOf('setStatus')).toBe('offered');
  expect(methods.availabilityOf('pulse')).toBe('absent');
  expect(clock.waiting).toBe(0);
});

it('the methods that a sheet offers keep their places if the list comes late', async () => {
  const { methods, answer, clock } = setUp();
  const asked = methods.ask('DevDimmer', 'opening');
  clock.pass(METHOD_LIST_TIMEOUT_MS);
  expect(methods.isHeld, 'no longer than that').toBe(false);
  expect(methods.availabilityOf('pulse')).toBe('offered');
  answer(LIST);
  await asked;
  expect(methods.availabilityOf('pulse')).toBe('unavailable');
});

it.each([
  ['refused', fail('controller-refused', 'No such path')],
  ['malformed', fail('controller-malformed', 'HTML')],
  ['no list', succeed({ hello: 'world' })],
  ['lost', fail('offline', 'no answer')]
])('the methods that a sheet offers are all of them if the response is %s', async (_, result) => {
  const { methods, answer } = setUp();
  const asked = methods.ask('DevDimmer', 'opening');
  answer(result);
  await asked;
  expect(methods.isHeld).toBe(false);
  expect(methods.availabilityOf('pulse')).toBe('offered');
});

it('the methods that a sheet offers are read again if the device becomes another kind, and the old list counts no longer', async () => {
  const { methods, answer, signals } = setUp();
  const first = methods.ask('DevDimmer', 'opening');
  answer(LIST);
  await first;
  expect(methods.availabilityOf('setMode')).toBe('absent');
  const second = methods.ask('DevThermostat', 'later');
  expect(methods.availabilityOf('setMode')).toBe('offered');
  answer(succeed({ actions: ['setMode'] }));
  await second;
  expect(methods.availabilityOf('setMode')).toBe('offered');
  expect(methods.availabilityOf('setStatus')).toBe('unavailable');
  void methods.ask('DevThermostat', 'later');
  expect(signals).toHaveLength(2);
});

it('the methods that a sheet offers forget a list that arrives after the device became another kind', async () => {
  const { methods, answers } = setUp();
  const first = methods.ask('DevDimmer', 'opening');
  void methods.ask('DevThermostat', 'later');
  answers[0]?.(LIST);
  await first;
  expect(methods.availabilityOf('setMode')).toBe('offered');
});

it('the methods that a sheet offers are requested once for each opening, and not after the sheet is closed', async () => {
  const { methods, answer, signals } = setUp();
  const asked = methods.ask('DevDimmer', 'opening');
  void methods.ask('DevDimmer', 'later');
  expect(signals).toHaveLength(1);
  methods.stop();
  expect(signals[0]?.aborted).toBe(true);
  answer(LIST);
  await asked;
  expect(methods.availabilityOf('pulse')).toBe('offered');
});
