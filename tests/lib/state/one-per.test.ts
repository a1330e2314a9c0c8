import { expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '$lib/state/app.svelte';
import { onePerApp, onePerHome } from '$lib/state/one-per';
import { Counter, inEffect } from './counter.svelte';
import { createTestEnvironment, settled } from './test-environment';
import { aLiveScreen } from './test-screen';

it('a service is created at its first use, once for each app', () => {
  const create = vi.fn(() => ({}));
  const serviceOf = onePerApp(create);
  const [one, other] = [
    createApp(createTestEnvironment().environment),
    createApp(createTestEnvironment().environment)
  ];

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

it('a service of the home ends with it, and whoever signs in next gets another', async () => {
  const { app } = await aLiveScreen();
  const end = vi.fn();
  const serviceOf = onePerHome(({ homeLifetime }) => {
    homeLifetime.onEnd(end);
    return new Counter();
  });
  const before = serviceOf(app);
  const seen: Counter[] = [];
  onTestFinished(inEffect(() => void seen.push(serviceOf(app))));
  expect(end).not.toHaveBeenCalled();

  void app.session.signOut();
  await settled();
  expect(end).toHaveBeenCalledOnce();
  expect(serviceOf(app)).not.toBe(before);
  expect(seen).toEqual([before, serviceOf(app)]);
});

it('the services of the app and of its home end when the app stops', async () => {
  const { app, stop } = await aLiveScreen();
  const ends = [vi.fn(), vi.fn()];
  onePerApp(({ lifetime }) => (lifetime.onEnd(() => ends[0]?.()), {}))(app);
  onePerHome(({ homeLifetime }) => (homeLifetime.onEnd(() => ends[1]?.()), {}))(app);
  stop();
  for (const end of ends) expect(end).toHaveBeenCalledOnce();
});
