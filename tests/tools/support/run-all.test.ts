import { expect, it } from 'vitest';
import { runAll, type NamedTest } from '../../../tools/support/figures';

const test = (name: string, found: number, most: number): NamedTest => [
  name,
  async () => [{ of: 'Seen', found, most, unit: 'ms' }]
];

it('a test that is within its bounds is reported, without findings', async () => {
  const printed: string[] = [];
  expect(await runAll([test('fine: Tries something', 1, 2)], (text) => printed.push(text))).toEqual([]);
  expect(printed.join('\n')).toMatch(/fine: Tries something\nSeen +1 of +2 ms +ok/);
});

it('tests that exceed a bound, measure nothing, throw or take too long are reported by their names', async () => {
  const beyond = await runAll(
    [
      test('slow', 3, 2),
      test('blind', NaN, 2),
      ['broken: Breaks', () => Promise.reject(new Error('no program\nand more'))],
      ['endless', () => new Promise(() => undefined)],
      test('fine', 2, 2)
    ],
    () => undefined,
    20
  );
  expect(beyond.map(({ of }) => of)).toEqual([
    'slow: Seen',
    'blind: Seen',
    'broken: It failed: no program',
    'endless: It failed: Timeout after 0.02 s.'
  ]);
});
