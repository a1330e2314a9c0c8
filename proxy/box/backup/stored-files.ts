import { KEY_FILE } from '../../server/base/store/data-folder';
import { unseal } from '../../server/base/store/seal';
import type { Contents } from './archive';

/** What a stored file contains, in words, and the way out where it is lost, as sentences. */
interface StoredFile {
  readonly contents: string;
  readonly wayOut: string;
}

const LET_IN = '`mantel setup-code` lets a phone in again.';

/** The stored files by name, or by the part of their name before the first hyphen. */
const STORED_FILES: Readonly<Record<string, StoredFile>> = {
  [KEY_FILE]: { contents: 'the key, without which nothing older can be read', wayOut: LET_IN },
  controllers: { contents: 'the controllers', wayOut: `${LET_IN} Then connect each controller again.` },
  accounts: { contents: 'the sign-ins at controllers', wayOut: `${LET_IN} Sign in with the password.` },
  screens: { contents: 'the signed-in phones and tablets', wayOut: `${LET_IN} It lets in the others.` },
  managers: { contents: 'who manages the home', wayOut: `${LET_IN} That phone manages the home.` },
  tls: {
    contents: 'the certificate authority, which phones have to trust again',
    wayOut: 'Nobody was signed out. Open /install on each phone and tablet.'
  },
  layout: { contents: 'names, icons, favourites and the order', wayOut: 'They have to be chosen again.' },
  scenes: { contents: 'scenes', wayOut: 'They have to be made again.' },
  timers: { contents: 'timers', wayOut: 'They do not act. Set them again.' },
  message: {
    contents: 'where messages go',
    wayOut: 'Choose it again in Settings, or nobody is told of dangers.'
  }
};

/** A file whose loss nobody notices, or that Mantel did not write. */
export const OTHER_FILE: StoredFile = { contents: 'other data', wayOut: 'Nothing has to be done.' };

/** What a file of a data folder contains. */
export const storedFile = (name: string): StoredFile => STORED_FILES[name.split('-', 1).join()] ?? OTHER_FILE;

const NOTHING = Buffer.alloc(0);

/** What differs between a backup and a data folder, in words. */
export function changesSince(backup: Contents, today: Contents | undefined): string {
  if (!today) return 'unknown, because the data folder keeps changing';
  const read = (contents: Contents, name: string) => {
    const [key = NOTHING, file = NOTHING] = [contents.get(KEY_FILE), contents.get(name)];
    const opened = unseal(key, name, file);
    return opened.ok ? opened.value.toString() : undefined;
  };
  const names = [...new Set([...backup.keys(), ...today.keys()])];
  const changed = names.filter((name) => read(backup, name) !== read(today, name));
  return [...new Set(changed.map((name) => storedFile(name).contents))].join('; ') || 'nothing';
}
