import { expect, it } from 'vitest';
import { attack, beyondOf } from '../../../tools/attack/run';

const attempt = (found: number, most: number) => ({
  about: 'Tries something',
  run: async () => [{ of: 'Seen', found, most, unit: 'ms' }]
});

it('reports an attempt that is within its bounds, without findings', async () => {
  const printed: string[] = [];
  const outcomes = await attack([['fine', attempt(1, 2)]], {
    force: { isWhole: false },
    say: (text) => printed.push(text)
  });
  expect(beyondOf(outcomes)).toEqual([]);
  expect(printed.join('\n')).toMatch(/fine: Tries something\nSeen +1 of +2 ms +ok/);
});

it('reports attempts that exceed a bound, measure nothing or throw, by their names', async () => {
  const breaks = {
    about: 'Breaks',
    run: () => Promise.reject(new Error('no program\nand more'))
  };
  const outcomes = await attack(
    [
      ['slow', attempt(3, 2)],
      ['blind', attempt(NaN, 2)],
      ['broken', breaks],
      ['fine', attempt(2, 2)]
    ],
    { force: { isWhole: false }, say: () => undefined }
  );
  expect(beyondOf(outcomes).map(({ of }) => of)).toEqual([
    'slow: Seen',
    'blind: Seen',
    'broken: The attempt failed: no program'
  ]);
});
