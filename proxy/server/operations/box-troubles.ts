import type { FastifyInstance } from 'fastify';
import type { BoxTrouble } from '#shared/household';
import { screenOf } from '../household/requests';
import { serve } from '../http/serve';
import type { Recorder } from '../record/recorder';
import { expiryOf, type MeasuredHousehold } from './metrics';

const DAY_MS = 86_400_000;
/** A certificate that ends within this time needs attention, in ms. Mantel renews its own long before. */
const ENDS_SOON_MS = 14 * DAY_MS;
/** The newest nightly backup may be this old, in ms. */
const MAX_BACKUP_AGE_MS = 3 * DAY_MS;

/** The box, as far as it can need attention. */
export type WatchedBox = Pick<MeasuredHousehold, 'clock' | 'serverCertificate' | 'store'> & {
  readonly recorder: Pick<Recorder, 'hasFailed'>;
  /** When the newest nightly backup was made, in ms since the epoch, 0 for never; undefined if there are none to expect, or none to see. */
  readonly newestBackup?: () => Promise<number | undefined>;
};

/** Serves what is wrong with the box itself, and with the record of the home that asks. */
export function registerBoxTroubles(app: FastifyInstance, box: WatchedBox): void {
  serve(app, 'GET /api/controllers/:id/attention', async (request) => ({
    troubles: await boxTroublesOf(box, screenOf(request).controller)
  }));
}

/** What is wrong with the box now, as a home may know it. */
export async function boxTroublesOf(box: WatchedBox, home: string) {
  const { clock, recorder, serverCertificate, store, newestBackup } = box;
  const now = clock.now();
  const ends = expiryOf(serverCertificate);
  const backup = await newestBackup?.();
  const troubles: BoxTrouble[] = [];
  if (store.unwritten > 0) troubles.push({ kind: 'disk' });
  if (recorder.hasFailed(home)) troubles.push({ kind: 'record' });
  if (ends - now < ENDS_SOON_MS) troubles.push({ kind: 'certificate', at: ends });
  if (backup !== undefined && now - backup > MAX_BACKUP_AGE_MS) troubles.push({ kind: 'backup', at: backup });
  return troubles;
}

/** The box, as far as it can report what is wrong. */
interface ReportingBox {
  /**
   * Makes a text for the person who helps somebody of a home: what `doctor` finds of the box and of this home, and the last lines of the log
   * that are about them. It takes some seconds.
   */
  readonly report: (home: string) => Promise<string>;
}

/** Serves the report of the box to a home. All screens of it that ask while one is made get that one. */
export function registerReport(app: FastifyInstance, { report }: ReportingBox): void {
  const running = new Map<string, Promise<string>>();
  serve(app, 'GET /api/controllers/:id/report', async (request) => {
    const { controller: home } = screenOf(request);
    const made = running.get(home) ?? report(home).finally(() => running.delete(home));
    running.set(home, made);
    return { report: await made };
  });
}
