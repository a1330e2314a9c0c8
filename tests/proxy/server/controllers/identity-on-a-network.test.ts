import { describe, expect, it } from 'vitest';
import { slowness } from '../../../support/yardstick';
import { scenarios, whyNoNetwork } from './network/run';

/** The time in which a moved controller is online again on a machine that is not busy, in ms. */
const FOLLOWED_MS = 12_000;

const OLD = '192.168.77.10';

/** How long it took, in ms. */
const ms = expect.any(Number) as unknown;

describe.runIf(whyNoNetwork === '')(
  'on a network, a controller',
  // A test waits for its turn too.
  { timeout: 600_000, concurrent: true },
  () => {
    const run = scenarios();

    /** A scenario in which a controller is followed. */
    async function followed(name: string) {
      const wanted = (await run(name)) as { ms: number };
      expect(wanted.ms).toBeLessThan(FOLLOWED_MS * slowness());
      return wanted;
    }

    it('a controller that is gone is not confused with one of another card that claims its MAC, which receives no byte', async () => {
      expect(await run('claimed')).toEqual({
        bytes: 0,
        state: 'unreachable',
        address: OLD,
        isCommanded: true
      });
    });

    it('a controller whose card answers at two new addresses is not followed', async () => {
      expect(await run('shared')).toEqual({ bytes: 0, state: 'unreachable', address: OLD });
    });

    it('a controller is followed to its new address within 12 s, without a touch', async () => {
      expect(await followed('moved')).toEqual({ ms, isCommanded: true });
    });

    it('a controller at whose address another card answers counts as changed: that card receives handshakes and no byte', async () => {
      const wanted = { ms, status: 502, hasConnected: true, bytes: 0, isCommanded: true };
      expect(await Promise.all([run('replacedLoudly'), run('replacedByRival')])).toEqual([wanted, wanted]);
    });
  }
);
