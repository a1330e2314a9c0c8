import { expect, it, vi } from 'vitest';
import { lazy } from '../../src/lib/lazy.svelte';
import { FakeClock } from '../support/fake-clock';
import { settled } from './state/test-environment';

const failing = () => Promise.reject(new TypeError('Failed to fetch'));

it('lazy tries again every 5 s until the module comes, and hands it over once', async () => {
  const clock = new FakeClock(1_000_000);
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(failing)
    .mockImplementationOnce(failing);
  fetch.mockResolvedValue('module');
  const use = vi.fn<(module: string) => void>();
  lazy(fetch).loadUntilThere(clock, use);
  for (const attempts of [1, 2, 3]) {
    await settled();
    expect(fetch).toHaveBeenCalledTimes(attempts);
    clock.pass(5000);
  }
  expect(use).toHaveBeenCalledExactlyOnceWith('module');
  expect(clock.waiting).toBe(0);
});

it('lazy leaves no timer and hands over nothing once it was stopped', async () => {
  const clock = new FakeClock(1_000_000);
  const use = vi.fn<(module: string) => void>();
  const stop = lazy<string>(failing).loadUntilThere(clock, use);
  await settled();
  stop();
  expect(clock.waiting).toBe(0);
  lazy(async () => 'module').loadUntilThere(clock, use)();
  await settled();
  expect(use).not.toHaveBeenCalled();
});

it('lazy rejects where the module does not come in time, and has it for the next call', async () => {
  const clock = new FakeClock(1_000_000);
  let arrive = (_: string) => {};
  const module = lazy(() => new Promise<string>((resolve) => (arrive = resolve)));
  const late = module.loadWithin(clock, 8000);
  clock.pass(8000);
  await expect(late).rejects.toThrow('8000 ms');
  arrive('module');
  await settled();
  expect(module.value).toBe('module');
  expect(clock.waiting).toBe(0);
});
