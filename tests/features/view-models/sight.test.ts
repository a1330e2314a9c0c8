import { expect, test } from 'vitest';
import { sightOf } from '../../../src/features/view-models/sight';
import { aLiveScreen } from '../../lib/state/test-screen';

const HOUR_MS = 60 * 60_000;

test('how far a wall trusts its values is live while connected', async () => {
  const { opened, clock } = await aLiveScreen();
  expect(sightOf(opened, { now: clock.now() })).toEqual({ kind: 'live' });
});

test('how far a wall trusts its values is lost without a connection, and readings are shown for three hours more', async () => {
  const { opened, sockets, clock } = await aLiveScreen();
  const { asOf } = opened.state;
  if (asOf === null) throw new Error('no home');
  sockets.last.close();
  await clock.advance(120_000);
  expect(sightOf(opened, { now: asOf + 3 * HOUR_MS - 1 })).toMatchObject({ kind: 'lost', hasReadings: true });
  expect(sightOf(opened, { now: asOf + 3 * HOUR_MS })).toMatchObject({ kind: 'lost', hasReadings: false });
});
