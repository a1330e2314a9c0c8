import { expect, it } from 'vitest';
import { testProxy } from '../../support/test-proxy';
import { slowness } from '../../support/yardstick';
import { assail } from '../../../tools/soak/loris';

/** Two seconds more than the bound of 6 s, which the soak holds it to, on a machine that does nothing else. */
const CLOSED_MS = 8_000;
/** Others are answered at least so often. */
const ANSWERED_MS = 1_000;

it('two hundred sockets that say their request a byte at a time are closed, and others are answered all the while', async () => {
  const { origin } = await testProxy();
  const { longest, answers } = await assail(origin, 200);
  const times = slowness();
  expect(longest).toBeLessThan(CLOSED_MS * times);
  expect(answers.count).toBeGreaterThan(longest / (ANSWERED_MS * times));
});
