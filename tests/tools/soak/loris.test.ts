import { expect, it } from 'vitest';
import { testProxy } from '../../support/test-proxy';
import { slowness } from '../../support/yardstick';
import { openSlowConnections } from '../../../tools/soak/loris';

/** The soak's bound of 6 s plus two seconds, for an idle machine. */
const CLOSED_MS = 8_000;
/** Others get a response at least this often. */
const ANSWERED_MS = 1_000;

it('two hundred slow connections are closed, and others get responses meanwhile', async () => {
  const { origin } = await testProxy();
  const { longest, answers } = await openSlowConnections(origin, 200);
  const times = slowness();
  expect(longest).toBeLessThan(CLOSED_MS * times);
  expect(answers.count).toBeGreaterThan(longest / (ANSWERED_MS * times));
});
