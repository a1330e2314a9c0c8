import { dirname } from 'node:path';
import { succeed, type Failure } from '#shared/errors';
import type { StoredScreens } from '../../server/household/screens/stored-screens';
import type { Terminal } from '../cli/terminal';
import type { Options } from '../cli/options';
import { backUp, backUpAndKeep, sharedFolder } from './back-up';
import { knownPassphrase, newPassphrase } from './passphrase';
import { restore, linesOf, timerLinesOf } from './restore';

/** Input of `backup` and `restore`. */
interface BackupCommand {
  /** The backup; with `keep`, the folder of the backups. */
  readonly file: string;
  /** Current time, in ms since the epoch. */
  readonly now: number;
  readonly options: Pick<Options, 'dataDir' | 'keep' | 'plain' | 'passphraseFile' | 'yes'>;
  readonly terminal: Terminal | null;
  /** Gives up root before anything of a backup is decoded or restored. */
  readonly becomeOwner?: () => Promise<void>;
  /** Prints a message for the owner. */
  readonly print: (text: string) => void;
}

/** Runs `backup`. Returns undefined on success, else the failure with a sentence for the owner. */
export async function makeBackup({
  file,
  now,
  options,
  terminal,
  print
}: BackupCommand): Promise<Failure<string> | undefined> {
  const { dataDir, keep, plain, passphraseFile } = options;
  const passphrase = async () => (plain ? succeed(null) : newPassphrase({ file: passphraseFile, terminal }));
  const made =
    keep === undefined
      ? await backUp({ dataDir, file, passphrase })
      : await backUpAndKeep({ dataDir, folder: file, keep, now, passphrase });
  if (!made.ok) return made.error;
  const { leftOut, deleted } = made.value;
  for (const name of leftOut) print(`Left out because the key does not decrypt it: ${name}\n`);
  print(`Backed up ${dataDir} to ${made.value.file}.\n`);
  const shared = process.geteuid?.() === 0 ? await sharedFolder(dirname(made.value.file), 0) : undefined;
  if (shared !== undefined) print(`${shared}\n`);
  if (deleted > 0) print(`Deleted the oldest: ${deleted}.\n`);
  return undefined;
}

/** Runs `restore`. Returns undefined on success, else the failure with a sentence for the owner. */
export async function restoreBackup(command: BackupCommand): Promise<Failure<string> | undefined> {
  const { file, options, terminal } = command;
  const { dataDir, passphraseFile } = options;
  const done = await restore({
    file,
    dataDir,
    passphrase: () => knownPassphrase({ file: passphraseFile, terminal }),
    ...(command.becomeOwner && { becomeOwner: command.becomeOwner }),
    endScreens: (screens) => askToEnd(screens, command)
  });
  if (!done.ok) return done.error;
  const { files, timers } = done.value;
  command.print(`Restored ${files} files into ${dataDir}.\n`);
  if (timers.length > 0) command.print(`These timers are left out:\n${timerLinesOf(timers)}`);
  return undefined;
}

/** Lists the screens that would be signed in again, and asks whether to end them. Without a terminal, only the option ends them. */
async function askToEnd(
  screens: StoredScreens | undefined,
  { options, terminal, print }: BackupCommand
): Promise<boolean | undefined> {
  if (screens?.length === 0) return false;
  const message = screens ? `These screens are signed in again:\n${linesOf(screens)}` : UNKNOWN_SCREENS;
  if (options.yes) {
    print('All screens of the backup are signed out.\n');
    return true;
  }
  print(message);
  if (terminal) return terminal.askYes('Sign all of them out? [y/N] ');
  print('--yes signs them out.\n');
  return false;
}

const UNKNOWN_SCREENS =
  'Screens are signed in again, but their names cannot be read: another version of Mantel stored them.\n';
