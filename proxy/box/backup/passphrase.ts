import { readFile } from 'node:fs/promises';
import { fail, succeed, type Result } from '#shared/errors';
import { reasonOf } from '../../server/base/store/errors';
import type { Terminal } from '../cli/terminal';

/** Error code of a missing or invalid passphrase. The message is a sentence for the owner. */
export type NoPassphrase = 'no-passphrase';

/** Source of a passphrase: the file if one is named, else the terminal. */
interface PassphraseSource {
  readonly file: string | undefined;
  readonly terminal: Terminal | null;
}

type Passphrase = Promise<Result<string, NoPassphrase>>;

/** Minimum length of a new passphrase. Shorter ones are easy to guess. */
const MIN_CHARACTERS = 8;

const none = (message: string) => fail('no-passphrase', message);

/** Asks for the passphrase of a new backup. On a terminal it is asked twice. */
export async function newPassphrase(source: PassphraseSource): Passphrase {
  const nowhere =
    'A backup is encrypted with a passphrase: run this on a terminal, name a file with --passphrase-file, or skip encryption with --plain.';
  const given = await passphrase(source, 'Passphrase for the backup: ', nowhere);
  if (!given.ok) return given;
  if (given.value.length < MIN_CHARACTERS)
    return none(`A passphrase needs at least ${MIN_CHARACTERS} characters: nothing was written.`);
  if (source.file !== undefined) return given;
  const again = await passphrase(source, 'Repeat the passphrase: ', nowhere);
  if (!again.ok || again.value === given.value) return again;
  return none('The passphrases do not match: nothing was written.');
}

/** Asks for the passphrase of an existing backup. */
export const knownPassphrase = (source: PassphraseSource): Passphrase =>
  passphrase(
    source,
    'Passphrase of the backup: ',
    'This backup is encrypted: run this on a terminal, or name the file of its passphrase with --passphrase-file.'
  );

/** Reads the passphrase. `nowhere` is what to say if there is neither a file nor a terminal. */
async function passphrase(source: PassphraseSource, question: string, nowhere: string): Passphrase {
  const { file, terminal } = source;
  if (file === undefined) {
    if (!terminal) return none(nowhere);
    const typed = (await terminal.askSecret(question)) ?? '';
    return typed === '' ? none('No passphrase was entered: nothing was done.') : succeed(typed);
  }
  try {
    const [line = ''] = (await readFile(file, 'utf8')).split(/\r?\n/, 1);
    return line === '' ? none(`There is no passphrase in the first line of ${file}.`) : succeed(line);
  } catch (error) {
    return none(`The passphrase cannot be read: ${reasonOf(error, file)}.`);
  }
}
