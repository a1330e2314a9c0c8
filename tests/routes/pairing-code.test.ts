import { expect, it, vi } from 'vitest';
import { succeed } from '#shared/errors';
import { FULL_RIGHTS } from '#shared/rights';
import type { ScreensClient } from '$features/people/screens-client';
import { PairingCode } from '../../src/routes/(app)/settings/pairing/pairing-code.svelte';
import { FakeClock } from '../support/fake-clock';

const MINUTE = 60_000;

/** A shown code. The n-th codes of the proxy are `code n`. */
async function aShownCode({ isSeen = true } = {}) {
  const clock = new FakeClock();
  let made = 0;
  const codes = async () =>
    Promise.resolve(succeed({ code: `code ${++made}`, digits: '123456', lastsMs: 10 * MINUTE }));
  const client = {
    offer: vi.fn(codes),
    renewOffer: vi.fn(codes),
    offerState: vi.fn(async () => Promise.resolve(succeed({ state: 'waiting' } as const))),
    withdraw: vi.fn(async () => Promise.resolve(succeed(null)))
  } satisfies Partial<ScreensClient>;
  const seen = { isSeen };
  const code = new PairingCode(client, clock, () => seen.isSeen);
  const stop = code.start();
  await code.make(FULL_RIGHTS);
  return { clock, client, code, stop, seen };
}

it('a pairing code that is shown gets new codes before its ten minutes are over, and the time begins again', async () => {
  const { clock, client, code } = await aShownCode();
  expect({ code: code.codes?.code, leftMs: code.leftMs }).toEqual({ code: 'code 1', leftMs: 10 * MINUTE });
  await clock.advance(9 * MINUTE);
  expect(client.renewOffer).not.toHaveBeenCalled();
  await clock.advance(MINUTE);
  expect(client.renewOffer).toHaveBeenCalledOnce();
  expect({ code: code.codes?.code, isFresh: code.leftMs > 9 * MINUTE }).toEqual({
    code: 'code 2',
    isFresh: true
  });
});

it('a pairing code on a hidden page is not renewed, and one that is no longer shown is withdrawn', async () => {
  const { clock, client, code, stop } = await aShownCode({ isSeen: false });
  await clock.advance(11 * MINUTE);
  expect({ renewOfferCalls: client.renewOffer.mock.calls.length, leftMs: code.leftMs }).toEqual({
    renewOfferCalls: 0,
    leftMs: 0
  });
  stop();
  expect(client.withdraw).toHaveBeenCalledOnce();
});
