import { expect, it, vi } from 'vitest';
import { createApp } from '$lib/state/app.svelte';
import { onePerApp } from '$lib/state/one-per';
import { Counter, inEffect } from './counter.svelte';
import { createTestEnvironment } from './test-environment';
import { aLiveScreen } from './test-screen';

it('a service is created at its first use, once for each app', () => {
  const create = vi.fn(() => ({}));
  const serviceOf = onePerApp(create);
  const one = createApp(createTestEnvironment().environment);
  const other = createApp(createTestEnvironment().environment);

  expect(create).not.toHaveBeenCalled();
  const service = serviceOf(one);
  expect(serviceOf(one)).toBe(service);
  expect(serviceOf(other)).not.toBe(service);
  expect(create.mock.calls).toEqual([[one], [other]]);
});

it('a service stays current after the component that first asked for it is gone', () => {
  const counterOf = onePerApp(() => new Counter());
  const app = createApp(createTestEnvironment().environment);
  const end = inEffect(() => expect(counterOf(app).doubled).toBe(0));

  end();
  counterOf(app).count = 2;
  expect(counterOf(app).doubled).toBe(4);
});

it('a service of the app ends when the app stops', async () => {
  const { app, stop } = await aLiveScreen();
  const end = vi.fn();
  onePerApp(({ lifetime }) => {
    lifetime.onEnd(end);
    return {};
  })(app);
  stop();
  expect(end).toHaveBeenCalledOnce();
});
