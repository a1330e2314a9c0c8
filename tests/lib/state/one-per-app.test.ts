import { expect, it, vi } from 'vitest';
import { createApp } from '$lib/state/app.svelte';
import { onePerApp } from '$lib/state/one-per-app';
import { createTestEnvironment } from './test-environment';

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
