import { describe, expect, it } from 'vitest';
import { scenarios, whyNoNetwork } from './network/run';

describe.runIf(whyNoNetwork === '')('on a network, a controller', { timeout: 120_000 }, () => {
  const run = scenarios();

  it('a controller at whose address another card is silent counts as changed within a minute, and that card receives no byte', async () => {
    const result = (await run('replacedSilently')) as { ms: number };
    expect(result).toMatchObject({ status: 502, hasConnected: true, bytes: 0, isCommanded: true });
    expect(result.ms).toBeLessThan(65_000);
  });
});
