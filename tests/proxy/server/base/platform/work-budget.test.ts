import { expect, it } from 'vitest';
import { WorkBudget } from '../../../../../proxy/server/base/platform/work-budget';
import { FakeClock } from '../../../../support/fake-clock';

/** A budget of 50 ms, with work that takes 10 ms each. */
function ofFiftyMs() {
  const clock = new FakeClock();
  const budget = new WorkBudget(clock, 50);
  const done: string[] = [];
  const work = (sender: string) =>
    budget.spend(sender, () => {
      clock.pass(10);
      done.push(sender);
    });
  return { clock, budget, done, work };
}

it('one sender has half of a second’s work, and what others send meanwhile is done', () => {
  const { done, work } = ofFiftyMs();
  for (let count = 0; count < 10; count++) work('loud');
  expect(done).toEqual(['loud', 'loud', 'loud']);
  work('calm');
  work('calm');
  expect(done.slice(3)).toEqual(['calm']);
});

it('a sender whose work takes little goes on beside one that sends without end', () => {
  const { clock, budget, done, work } = ofFiftyMs();
  for (let count = 0; count < 10; count++) work('loud');
  const begun = done.length;
  for (let count = 0; count < 3; count++)
    budget.spend('calm', () => {
      clock.pass(2);
      done.push('calm');
    });
  expect(done.slice(begun)).toEqual(['calm', 'calm', 'calm']);
});

it('many new senders have no more than all of it, and the next second begins with a whole budget', () => {
  const { clock, done, work } = ofFiftyMs();
  for (let count = 0; count < 10; count++) work(`sender ${count}`);
  expect(done).toHaveLength(5);
  clock.pass(1_000);
  work('sender 1');
  work('sender 9');
  expect(done.slice(5)).toEqual(['sender 1', 'sender 9']);
});

it('work that fails counts as well', () => {
  const { clock, budget, done, work } = ofFiftyMs();
  const fail = () => {
    clock.pass(50);
    throw new Error('A defect.');
  };
  expect(() => budget.spend('loud', fail)).toThrow('A defect.');
  work('calm');
  expect(done).toEqual([]);
});
