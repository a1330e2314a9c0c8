import type { FastifyInstance } from 'fastify';
import { X509Certificate } from 'node:crypto';
import type { BoxTrouble } from '#shared/household';
import { serve } from '../http/serve';
import { screenOf } from '../household/access-control';
import { NOT_MANAGING } from '../household/screens/screen';
import type { Recorder } from '../record/recorder';
import type { MeasuredHousehold } from './metrics';

const DAY_MS = 86_400_000;
/** A certificate that ends within this time needs attention, in ms. Mantel renews its own long before. */
const ENDS_SOON_MS = 14 * DAY_MS;
/** The newest nightly backup may be this old, in ms. */
const MAX_BACKUP_AGE_MS = 3 * DAY_MS;

/** The box, as far as it can need attention. */
export type WatchedBox = Pick<MeasuredHousehold, 'clock' | 'gate' | 'serverCertificate' | 'store'> & {
  readonly recorder: Pick<Recorder, 'hasFailed'>;
  /** When the newest nightly backup was made, in ms since the epoch, 0 for never; undefined if there are none to expect, or none to see. */
  readonly newestBackup?: () => Promise<number | undefined>;
};

/** Serves what is wrong with the box itself to managing screens. */
export function registerBoxTroubles(app: FastifyInstance, box: WatchedBox): void {
  serve(app, 'GET /api/controllers/:id/attention', async (request) =>
    box.gate.manages(screenOf(request)) ? { troubles: await boxTroublesOf(box) } : NOT_MANAGING
  );
}

/** What is wrong with the box now. */
export async function boxTroublesOf({ clock, recorder, serverCertificate, store, newestBackup }: WatchedBox) {
  const now = clock.now();
  const ends = Date.parse(new X509Certificate(serverCertificate.current.certificate).validTo);
  const backup = await newestBackup?.();
  const troubles: BoxTrouble[] = [];
  if (store.unwritten > 0) troubles.push({ kind: 'disk' });
  if (recorder.hasFailed) troubles.push({ kind: 'record' });
  if (ends - now < ENDS_SOON_MS) troubles.push({ kind: 'certificate', at: ends });
  if (backup !== undefined && now - backup > MAX_BACKUP_AGE_MS) troubles.push({ kind: 'backup', at: backup });
  return troubles;
}
