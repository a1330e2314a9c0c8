import { expect, it } from 'vitest';
import { Emitter } from '../../src/shared/emitter';

it('calls its listeners with each value, in the order of their subscription', () => {
  const emitter = new Emitter<number>();
  const calls: string[] = [];
  emitter.subscribe((value) => calls.push(`first ${value}`));
  emitter.subscribe((value) => calls.push(`second ${value}`));
  emitter.emit(1);
  emitter.emit(2);
  expect(calls).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
});

it('does not call a listener once it is removed, even by a listener before it', () => {
  const emitter = new Emitter<string>();
  const calls: string[] = [];
  const removals: (() => void)[] = [];
  emitter.subscribe(() => removals.forEach((remove) => remove()));
  removals.push(emitter.subscribe((value) => calls.push(value)));
  emitter.emit('a');
  emitter.emit('b');
  expect(calls).toEqual([]);
});

it('calls a listener that is subscribed twice once', () => {
  const emitter = new Emitter<string>();
  const calls: string[] = [];
  const listener = (value: string) => void calls.push(value);
  emitter.subscribe(listener);
  emitter.subscribe(listener);
  emitter.emit('a');
  expect(calls).toEqual(['a']);
});
