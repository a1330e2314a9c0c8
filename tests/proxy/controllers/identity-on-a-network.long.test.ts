import { describe, expect, it } from 'vitest';
import { scenarios, whyNoNetwork } from './network/run';

describe.runIf(whyNoNetwork === '')('on a network, a controller', { timeout: 120_000 }, () => {
  const run = scenarios();

  it('at whose address another card is without a word has changed within a minute: that one gets no byte', async () => {
    const told = (await run('replacedSilently')) as { ms: number };
    expect(told).toMatchObject({ status: 502, hasConnected: true, bytes: 0, isCommanded: true });
    expect(told.ms).toBeLessThan(65_000);
  });
});
