import { fail, succeed, type Result } from '#shared/errors';
import { readFile } from 'node:fs/promises';
import type { Terminal } from '../platform/terminal';

/** The code of a passphrase that could not be had; the message is a sentence for the owner. */
export type NoPassphrase = 'no-passphrase';

/** Where a passphrase comes from: a file where one is named, else the terminal where there is one. */
interface PassphraseSource {
  readonly file: string | undefined;
  readonly terminal: Terminal | null;
}

/** A passphrase, or why there is none. */
type Passphrase = Promise<Result<string, NoPassphrase>>;

/** Shorter ones are guessed. */
const MIN_CHARACTERS = 8;

const none = (message: string) => fail('no-passphrase', message);

/** The passphrase of a backup that is being made: on a terminal it is asked twice. */
export async function newPassphrase(source: PassphraseSource): Passphrase {
  if (isNowhere(source))
    return none(
      'A backup is sealed with a passphrase: run this on a terminal, name a file with --passphrase-file, or leave it unsealed with --plain.'
    );
  const given = await passphrase(source, 'Passphrase for the backup: ');
  if (!given.ok) return given;
  if (given.value.length < MIN_CHARACTERS)
    return none(`A passphrase has at least ${MIN_CHARACTERS} characters: nothing was written.`);
  if (source.file !== undefined) return given;
  const again = await passphrase(source, 'The same once more: ');
  if (!again.ok || again.value === given.value) return again;
  return none('These are two different passphrases: nothing was written.');
}

/** The passphrase of a backup that is there. */
export async function knownPassphrase(source: PassphraseSource): Passphrase {
  if (isNowhere(source))
    return none(
      'This backup is sealed: run this on a terminal, or name the file of its passphrase with --passphrase-file.'
    );
  return passphrase(source, 'Passphrase of the backup: ');
}

const isNowhere = ({ file, terminal }: PassphraseSource) => file === undefined && terminal === null;

async function passphrase({ file, terminal }: PassphraseSource, question: string): Passphrase {
  if (file === undefined) {
    const typed = (await terminal?.askSecret(question)) ?? '';
    return typed === '' ? none('No passphrase was typed: nothing was done.') : succeed(typed);
  }
  try {
    const [line = ''] = (await readFile(file, 'utf8')).split(/\r?\n/, 1);
    return line === '' ? none(`There is no passphrase in the first line of ${file}.`) : succeed(line);
  } catch (error) {
    return none(`The passphrase cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
