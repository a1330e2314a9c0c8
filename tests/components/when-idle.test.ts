import { expect, it } from 'vitest';
import { whenIdle, hasRun } from '../../src/lib/components/when-idle';

/** Resolves once all that waits now has had its turn: it comes after them. */
const later = () => new Promise<void>((resolve) => void whenIdle('the end', resolve));

it('does one piece a task, in their order, and none that was taken back', async () => {
  const done: string[] = [];
  let isSameTask = false;
  const piece = (name: string) => () => {
    done.push(isSameTask ? `${name} too` : name);
    isSameTask = true;
    // A message comes as a task of its own, before any idle time.
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => (isSameTask = false);
    port1.postMessage(null);
  };
  for (const name of ['first', 'second', 'third']) whenIdle(name, piece(name));
  const takeBack = whenIdle('never', piece('never'));
  whenIdle('last', piece('last'));
  expect(done).toEqual([]);
  takeBack();
  await later();
  expect(done).toEqual(['first', 'second', 'third', 'last']);
  expect(['first', 'never', 'last'].filter(hasRun)).toEqual(['first', 'last']);
});

it('keeps one piece of a name: the last, which the one before cannot take back', async () => {
  const done: string[] = [];
  const takeBack = whenIdle('picture', () => done.push('old'));
  whenIdle('picture', () => done.push('new'));
  takeBack();
  await later();
  expect(done).toEqual(['new']);
});
