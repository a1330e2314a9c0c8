import { succeed, type Failure } from '#shared/errors';
import type { StoredScreens } from '../access/screens/stored-screens';
import type { Terminal } from '../platform/terminal';
import { backUp } from './back-up';
import { knownPassphrase, newPassphrase } from './passphrase';
import { restore } from './restore';
import { linesOf } from './restored-screens';

/** What `--backup` and `--restore` work with. */
interface BackupCommand {
  readonly file: string;
  readonly options: {
    readonly dataDir: string;
    readonly plain: boolean;
    readonly passphraseFile?: string | undefined;
    readonly endScreens: boolean;
  };
  readonly terminal: Terminal | null;
  /** Tells the owner. */
  readonly say: (text: string) => void;
}

/** `--backup`. @returns why none was made, as a sentence for the owner; undefined where it was */
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
  for (const name of done.value) say(`Left out, for the key does not open it: ${name}\n`);
  return undefined;
}

/** `--restore`. @returns why nothing was restored, as a sentence for the owner; undefined where it was */
export async function restoreBackup(command: BackupCommand): Promise<Failure<string> | undefined> {
  const { file, options, terminal } = command;
  const { dataDir, passphraseFile } = options;
  const done = await restore({
    file,
    dataDir,
    passphrase: () => knownPassphrase({ file: passphraseFile, terminal }),
    endScreens: (screens) => askToEnd(screens, command)
  });
  return done.ok ? undefined : done.error;
}

/** Tells whose screens would be signed in again. Nothing in a script ends them but the option. */
async function askToEnd(
  screens: StoredScreens | undefined,
  { options, terminal, say }: BackupCommand
): Promise<boolean | undefined> {
  if (screens?.length === 0) return false;
  const what = screens ? `These screens are signed in again:\n${linesOf(screens)}` : UNKNOWN_SCREENS;
  if (options.endScreens) {
    say('All screens of the backup are ended.\n');
    return true;
  }
  say(what);
  if (terminal) return terminal.askYes('End all of them? [y/N] ');
  say('--end-screens would end them.\n');
  return false;
}

const UNKNOWN_SCREENS =
  'Which screens are signed in again cannot be told: another version of Mantel wrote them.\n';
