import { expect, it } from 'vitest';
import { whenIdle } from '../../src/lib/components/when-idle';

/** Resolves once all queued tasks have run. */
const later = () => new Promise<void>((resolve) => void whenIdle('the end', resolve));

it('runs each task in its own event-loop task, in order, and no cancelled one', async () => {
  const done: string[] = [];
  let isSameTask = false;
  const task = (name: string) => () => {
    done.push(isSameTask ? `${name} too` : name);
    isSameTask = true;
    // A message is a task of its own, before any idle time.
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => (isSameTask = false);
    port1.postMessage(null);
  };
  for (const name of ['first', 'second', 'third']) whenIdle(name, task(name));
  const cancel = whenIdle('never', task('never'));
  whenIdle('last', task('last'));
  expect(done).toEqual([]);
  cancel();
  await later();
  expect(done).toEqual(['first', 'second', 'third', 'last']);
});

it('keeps the last task of a name, which the previous one cannot cancel', async () => {
  const done: string[] = [];
  const cancel = whenIdle('picture', () => done.push('old'));
  whenIdle('picture', () => done.push('new'));
  cancel();
  await later();
  expect(done).toEqual(['new']);
});
