import { expect, it, vi } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { HistoryLimit, ParameterHistory } from '../../../src/features/sheets/parameter-history.svelte';
import type { ClientResult } from '../../../src/lib/state/proxy/failure';

function setUp(limit = new HistoryLimit()) {
  const asked: { query: string; signal: AbortSignal; answer: (result: ClientResult<unknown>) => void }[] = [];
  const history = new ParameterHistory(
    'Status',
    (query, signal) => new Promise((answer) => asked.push({ query, signal, answer })),
    limit
  );
  /** Asks, and gets this answer. */
  async function receive(result: ClientResult<unknown>) {
    const done = history.ask();
    asked.at(-1)?.answer(result);
    await done;
  }
  return { history, asked, receive };
}

const rows = (...values: unknown[]) => succeed(values.map((value, index) => ({ time: index + 1, value })));
const valuesOf = ({ known }: ParameterHistory) =>
  known.phase === 'known' ? known.rows.map(({ value }) => value) : known.phase;

it('a parameter’s history is requested with its name and a limit', async () => {
  const { history, asked } = setUp();
  const done = history.ask();
  expect(history.known.phase).toBe('asking');
  expect(asked[0]?.query).toBe('parameter-history?param=Status&limit=1000');
  asked[0]?.answer(rows(false, true));
  await done;
  expect(valuesOf(history)).toEqual([false, true]);
});

it('a parameter’s history is requested with a smaller limit after a refusal, and from then on', async () => {
  const limit = new HistoryLimit();
  const { history, asked } = setUp(limit);
  const done = history.ask();
  asked[0]?.answer(fail('controller-refused', 'Limit too large'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.query).toBe('parameter-history?param=Status&limit=100');
  asked[1]?.answer(rows(false));
  await done;
  expect(valuesOf(history)).toEqual([false]);

  const other = setUp(limit);
  void other.history.ask();
  expect(other.asked[0]?.query).toBe('parameter-history?param=Status&limit=100');
});

it('a parameter’s history continues with later values of the parameter', async () => {
  const { history, receive } = setUp();
  await receive(rows(false, true));
  history.note(false, 9000);
  expect(valuesOf(history)).toEqual([false, true, false]);
});

it.each([
  ['older than a change that came meanwhile', rows(false), [false, true]],
  ['as new as it', rows(false, true), [false, true]]
])('a parameter’s history misses and repeats nothing if the response is %s', async (_, answer, values) => {
  const { history, asked } = setUp();
  const done = history.ask();
  history.note(true, 9000);
  asked[0]?.answer(answer);
  await done;
  expect(valuesOf(history)).toEqual(values);
});

it('a parameter’s history is absent if the controller records none, and failed for any other reason', async () => {
  const { history, receive } = setUp();
  await receive({
    ok: false,
    error: { ...fail('controller-refused', 'No such path').error, isAbsent: true }
  });
  expect(history.known).toEqual({ phase: 'absent' });
  await receive(fail('controller-unreachable', 'Not now'));
  expect(history.known.phase).toBe('failed');
});

it('a parameter’s history stays visible while it is requested again, and the last request wins', async () => {
  const { history, asked, receive } = setUp();
  await receive(rows(false));
  const late = history.ask();
  const last = history.ask();
  expect(valuesOf(history)).toEqual([false]);
  asked[2]?.answer(rows(false, true));
  asked[1]?.answer(rows('late'));
  await Promise.all([late, last]);
  expect(valuesOf(history)).toEqual([false, true]);
});

it.each([
  ['a refusal', fail('controller-refused', 'No such path'), 'controller-refused'],
  ['no list', succeed({ hello: 'world' }), 'controller-malformed'],
  ['no answer', fail('offline', 'gone'), 'offline']
] as const)('a parameter’s history shows why it is missing: %s', async (_, answer, code) => {
  const { history, asked } = setUp();
  const done = history.ask();
  asked[0]?.answer(answer);
  if (code === 'controller-refused') {
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.answer(answer);
  }
  await done;
  expect(history.known).toMatchObject({ phase: 'failed', failure: { code } });
});

it('a parameter’s history is not requested once it is not shown', async () => {
  const { history, asked } = setUp();
  const done = history.ask();
  history.stop();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer(rows(true));
  await done;
  expect(history.known.phase).toBe('asking');
});
