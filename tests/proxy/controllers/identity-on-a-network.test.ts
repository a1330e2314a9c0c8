import { describe, expect, it } from 'vitest';
import { scenarios, whyNoNetwork } from './network/run';

/** A controller with a new address is online again within so many ms. */
const FOLLOWED_MS = 12_000;

const OLD = '192.168.77.10';
const NOTHING_ASKED = { question: null };

/** So many ms, of which people are told. */
const ms = expect.any(Number) as unknown;

describe.runIf(whyNoNetwork === '')(
  'on a network, a controller',
  { timeout: 120_000, concurrent: true },
  () => {
    const run = scenarios();

    /** A scenario in which a controller is followed. */
    async function followed(name: string) {
      const told = (await run(name)) as { ms: number };
      expect(told.ms).toBeLessThan(FOLLOWED_MS);
      return told;
    }

    it('that is gone is not taken for a box with another card that claims its MAC: it gets no byte', async () => {
      expect(await run('claimed')).toEqual({
        ...{ bytes: 0, state: 'unreachable', address: OLD, asked: NOTHING_ASKED, isCommanded: true }
      });
    });

    it('whose card shows at two new addresses is not followed', async () => {
      expect(await run('shared')).toEqual({
        ...{ bytes: 0, state: 'unreachable', address: OLD, asked: NOTHING_ASKED }
      });
    });

    it('is followed to its new address within 12 s, and nobody touches anything', async () => {
      expect(await followed('moved')).toEqual({ ms, isCommanded: true });
    });

    it('is followed too where another web server has its old address, which gets no byte', async () => {
      expect(await followed('replacedByServer')).toEqual({ ms, isCommanded: true, bytes: 0 });
    });

    it('that an older version knew by its address alone is followed too, and keeps its id', async () => {
      expect(await followed('oldRecord')).toEqual({ ms, id: `addr-${OLD}`, isCommanded: true });
    });

    it('at whose address another card answers has changed: that one sees handshakes and no byte', async () => {
      const told = { ms, status: 502, hasConnected: true, bytes: 0, isCommanded: true };
      expect(await Promise.all([run('replacedLoudly'), run('replacedByRival')])).toEqual([told, told]);
    });

    it('behind a router stays online, and nobody is asked where it is', async () => {
      expect(await run('routed')).toEqual({ address: '10.78.0.2', asked: NOTHING_ASKED, isCommanded: true });
    });

    it('behind an extender that answers with a card of its own stays online, and nobody is asked', async () => {
      expect(await run('extended')).toEqual({ address: OLD, asked: NOTHING_ASKED, isCommanded: true });
    });

    it('on the machine itself stays online, and is followed when that has another address', async () => {
      expect(await followed('ownMachine')).toEqual({
        ...{ ms, address: '192.168.77.1', asked: NOTHING_ASKED, isCommanded: true }
      });
    });
  }
);
