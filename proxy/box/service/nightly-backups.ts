import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { succeed } from '#shared/errors';
import { OTHERS } from '../../server/base/store/data-folder';
import { newestBackupIn, sharedFolder } from '../backup/back-up';
import { newPassphrase } from '../backup/passphrase';
import { environmentLine, readEnvironmentFile } from '../cli/environment-file';
import type { Options } from '../cli/options';
import { asRoot, at, refuse, systemctl, type ServiceDeps } from './system';
import { PATHS, writeSystemFile } from './system-files';

/** How many nightly backups stay, unless the owner chooses. */
const KEPT = 30;

const TIMER = 'mantel-backup.timer';
const UNIT = 'mantel-backup.service';

/** Where the nightly backups go, and how they are encrypted. */
interface NightlyBackups extends Pick<Options, 'keep' | 'plain' | 'passphraseFile'> {
  readonly folder: string;
}

/** Makes a backup now, and one every night from then on. If the first one fails, everything stays as it was. */
export const startBackups = (backups: NightlyBackups, deps: ServiceDeps) =>
  asRoot(deps, 'The nightly backups are not on', async () => {
    const { folder, keep = KEPT, plain, passphraseFile } = backups;
    const settings = at(deps, PATHS.backupEnvironment);
    if (!existsSync(at(deps, PATHS.command)))
      return refuse('Mantel is not installed as a service: run `mantel service install` first.');
    const why = plain ? undefined : await whyNoPassphrase(passphraseFile);
    if (why !== undefined) return refuse(why);
    // Everybody may see the names of the backups, so that `doctor` can. Root alone may read the backups.
    await mkdir(folder, { recursive: true, mode: 0o755 });
    if (!(await stat(folder)).isDirectory()) return refuse(`${folder} is not a folder.`);
    const shared = await sharedFolder(folder, process.geteuid?.());
    if (shared !== undefined) deps.print(`${shared}\n`);
    const before = await readFile(settings, 'utf8').catch(() => undefined);
    await writeSystemFile(settings, settingsText({ folder, keep, plain, passphraseFile }), 0o644);
    const failed = await systemctl(deps, ['start', UNIT], ['enable', '--now', TIMER]);
    if (failed !== undefined) {
      if (before === undefined) await rm(settings, { force: true });
      else await writeSystemFile(settings, before, 0o644);
      return refuse(`Nothing has changed, because no backup was made: see journalctl -u ${UNIT}. ${failed}`);
    }
    deps.print(
      `A backup was made. The next ones follow every night, and the last ${keep} stay in ${folder}.\n`
    );
    return succeed(undefined);
  });

/** Turns the nightly backups off. The backups stay. */
export const stopBackups = (deps: ServiceDeps) =>
  asRoot(deps, 'The nightly backups are not off', async () => {
    await deps.run('systemctl', 'disable', '--now', TIMER);
    await rm(at(deps, PATHS.backupEnvironment), { force: true });
    deps.print('The nightly backups are off. Those that were made stay.\n');
    return succeed(undefined);
  });

/**
 * When the newest nightly backup was made, in ms since the epoch; 0 if none was. Undefined if the nightly backups are off, or if their folder
 * cannot be listed: the service sees no folder of `/home`.
 */
export async function newestNightlyBackup(
  settings: string = PATHS.backupEnvironment
): Promise<number | undefined> {
  try {
    const folder = readEnvironmentFile(await readFile(settings, 'utf8'))['MANTEL_BACKUP'];
    return folder === undefined ? undefined : ((await newestBackupIn(folder))?.time ?? 0);
  } catch {
    return undefined;
  }
}

/** Why the passphrase cannot be used, as a sentence; undefined if it can. */
async function whyNoPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined)
    return 'Nightly backups are encrypted: name a file that has the passphrase with --passphrase-file, or skip encryption with --plain.';
  const read = await newPassphrase({ file, terminal: null });
  if (!read.ok) return read.error.message;
  const { mode, uid } = await stat(file);
  if (uid !== process.geteuid?.())
    return `${file} belongs to another user: run \`chown root ${file}\` first.`;
  return (mode & OTHERS) === 0 ? undefined : `Others can read ${file}: run \`chmod 600 ${file}\` first.`;
}

/** The unit hands `MANTEL_BACKUP` to `backup` as its argument; the others are options. */
const settingsText = ({ folder, keep, plain, passphraseFile }: NightlyBackups) =>
  [
    '# `mantel service backups` writes this file, and `mantel service backups off` deletes it.\n',
    environmentLine('MANTEL_BACKUP', folder),
    environmentLine('MANTEL_KEEP', String(keep)),
    plain || passphraseFile === undefined
      ? environmentLine('MANTEL_PLAIN', '1')
      : environmentLine('MANTEL_PASSPHRASE_FILE', passphraseFile)
  ].join('');
