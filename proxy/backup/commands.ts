import { succeed, type Failure } from '#shared/errors';
import type { StoredScreens } from '../access/screens/stored-screens';
import type { Terminal } from '../platform/terminal';
import { backUp } from './back-up';
import { knownPassphrase, newPassphrase } from './passphrase';
import { restore } from './restore';
import { linesOf } from './restored-screens';

/** Input of `--backup` and `--restore`. */
interface BackupCommand {
  readonly file: string;
  readonly options: {
    readonly dataDir: string;
    readonly plain: boolean;
    readonly passphraseFile?: string | undefined;
    readonly endScreens: boolean;
  };
  readonly terminal: Terminal | null;
  /** Prints a message for the owner. */
  readonly say: (text: string) => void;
}

/** Runs `--backup`. Returns undefined on success, else the failure with a sentence for the owner. */
export async function makeBackup({
  file,
  options,
  terminal,
  say
}: BackupCommand): Promise<Failure<string> | undefined> {
  const { dataDir, plain, passphraseFile } = options;
  const done = await backUp({
    dataDir,
    file,
    passphrase: async () => (plain ? succeed(null) : newPassphrase({ file: passphraseFile, terminal }))
  });
  if (!done.ok) return done.error;
  for (const name of done.value) say(`Left out because the key does not decrypt it: ${name}\n`);
  say(`Backed up ${dataDir} to ${file}.\n`);
  return undefined;
}

/** Runs `--restore`. Returns undefined on success, else the failure with a sentence for the owner. */
export async function restoreBackup(command: BackupCommand): Promise<Failure<string> | undefined> {
  const { file, options, terminal } = command;
  const { dataDir, passphraseFile } = options;
  const done = await restore({
    file,
    dataDir,
    passphrase: () => knownPassphrase({ file: passphraseFile, terminal }),
    endScreens: (screens) => askToEnd(screens, command)
  });
  if (!done.ok) return done.error;
  command.say(`Restored ${done.value} files into ${dataDir}.\n`);
  return undefined;
}

/** Lists the screens that would be signed in again, and asks whether to end them. Without a terminal, only the option ends them. */
async function askToEnd(
  screens: StoredScreens | undefined,
  { options, terminal, say }: BackupCommand
): Promise<boolean | undefined> {
  if (screens?.length === 0) return false;
  const message = screens ? `These screens are signed in again:\n${linesOf(screens)}` : UNKNOWN_SCREENS;
  if (options.endScreens) {
    say('All screens of the backup are signed out.\n');
    return true;
  }
  say(message);
  if (terminal) return terminal.askYes('Sign all of them out? [y/N] ');
  say('--end-screens signs them out.\n');
  return false;
}

const UNKNOWN_SCREENS =
  'Screens are signed in again, but their names cannot be read: another version of Mantel stored them.\n';
