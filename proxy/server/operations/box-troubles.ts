import type { FastifyInstance } from 'fastify';
import type { BoxTrouble } from '#shared/household';
import { screenOf } from '../household/access-control';
import type { Household } from '../household/household';
import { NOT_MANAGING } from '../household/screens/screen';
import { serve } from '../http/serve';
import type { Recorder } from '../record/recorder';
import { expiryOf, type MeasuredHousehold } from './metrics';

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
  serve(app, 'GET /api/controllers/:id/attention', async (request) => {
    const screen = screenOf(request);
    return box.gate.manages(screen) ? { troubles: await boxTroublesOf(box, screen.controller) } : NOT_MANAGING;
  });
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
interface ReportingBox extends Pick<Household, 'gate'> {
  /** Makes a text for the person who helps the owner: what `doctor` finds, and the last lines of the log. It takes some seconds. */
  readonly report: () => Promise<string>;
}

/** Serves the report of the box to managing screens. All that ask while one is made get that one. */
export function registerReport(app: FastifyInstance, { gate, report }: ReportingBox): void {
  let running: Promise<string> | undefined;
  serve(app, 'GET /api/controllers/:id/report', async (request) => {
    if (!gate.manages(screenOf(request))) return NOT_MANAGING;
    running ??= report().finally(() => (running = undefined));
    return { report: await running };
  });
}
