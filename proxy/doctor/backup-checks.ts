import { newestBackupIn } from '../backup/kept-backups';
import { readEnvironmentFile } from '../cli/environment-file';
import { reasonOf } from '../store/error-reason';
import { ok, problem, type Finding } from './finding';

const HOUR_MS = 60 * 60 * 1000;

/** The newest nightly backup may be this old, in ms: one night can fail. */
const MAX_AGE_MS = 48 * HOUR_MS;

const LOG = 'See `journalctl -u mantel-backup`, and try `sudo systemctl start mantel-backup`.';

/**
 * Checks how old the newest nightly backup is.
 * @param settings what `service backups` stored; undefined if the nightly backups are off
 * @param now in ms since the epoch
 */
export async function checkBackups(settings: string | undefined, now: number): Promise<Finding> {
  const subject = 'backups';
  const folder = settings === undefined ? undefined : readEnvironmentFile(settings)['MANTEL_BACKUP'];
  if (folder === undefined) return ok(subject, 'Nightly backups are off.');
  try {
    const newest = await newestBackupIn(folder);
    if (newest === undefined) return problem(subject, `There is no backup in ${folder}.`, LOG);
    const age = `The newest backup in ${folder} is ${Math.floor((now - newest) / HOUR_MS)} hours old.`;
    if (newest > now)
      return problem(
        subject,
        `The newest backup in ${folder} is from the future.`,
        'Check the clock of this box.'
      );
    return now - newest > MAX_AGE_MS ? problem(subject, age, LOG) : ok(subject, age);
  } catch (error) {
    return problem(
      subject,
      `The age of the newest backup is unknown: ${reasonOf(error, folder)}.`,
      `Mount the disk of ${folder}, or let everybody list it: \`sudo chmod a+rx ${folder}\`. The backups stay readable by root alone.`
    );
  }
}
