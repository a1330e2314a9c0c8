import { hastyClock } from '../faults/hasty-clock';
import { SEED } from '../faults/storm';
import { isKept, tableOf } from '../../tools/soak/figures';
import { kills } from '../../tools/soak/kills';
import { expect, test } from './harness/test';

/** A tenth of the soak's storm, and screens that wait a quarter as long before they try again. */
const STORM = { screens: 10, times: 5, clock: hastyClock(4) };

test('the built program is killed while it writes: all screens come back by themselves, and nothing is lost', async () => {
  const findings = await kills({ seed: SEED, say: () => undefined }, STORM);
  test.info().annotations.push({ type: 'figures', description: tableOf(findings) });
  // How soon is the soak's to judge: here other tests run beside this one.
  const losses = findings.filter(({ unit }) => unit === '');
  expect(losses.filter((finding) => !isKept(finding))).toEqual([]);
});
