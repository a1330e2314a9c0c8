import { getMaxListeners } from 'node:events';
import { expect, it } from 'vitest';
import { sharedAbort } from '../../../proxy/platform/shared-abort';

it('a shared signal takes any number of listeners without a warning, and aborts them all', () => {
  const controller = sharedAbort();
  const { signal } = controller;
  let aborted = 0;
  for (let request = 0; request < 30; request += 1) signal.addEventListener('abort', () => (aborted += 1));
  expect(getMaxListeners(signal)).toBe(0);
  controller.abort();
  expect(aborted).toBe(30);
});
