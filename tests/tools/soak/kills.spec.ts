import { fastClock } from '../../faults/fast-clock';
import { isWhole, SEED } from '../../faults/storm';
import { isWithinBound, tableOf } from '../../../tools/support/figures';
import { kills } from '../../../tools/soak/kills';
import { expect, test } from '../../browser/harness/test';

/** A part of the soak's storm, with a quarter of its reconnect delay. */
const STORM = { screens: 10, times: isWhole ? 10 : 3, clock: fastClock(4) };

test('when the built program is killed during writes, all screens come back by themselves and nothing is lost', async () => {
  const findings = await kills({ seed: SEED, say: () => undefined }, STORM);
  test.info().annotations.push({ type: 'figures', description: tableOf(findings) });
  // The soak has bounds of time. Here other tests run in parallel.
  const losses = findings.filter(({ unit }) => unit === '');
  expect(losses.filter((finding) => !isWithinBound(finding))).toEqual([]);
});
