import page from '../../../docs/doctor.md?raw';
import { KEY_FILE } from '../../server/base/store/data-folder';
import { unseal } from '../../server/base/store/seal';
import type { Contents } from './archive';

/** What a stored file contains, in words, and the way out where it is lost, as sentences. */
interface StoredFile {
  readonly contents: string;
  readonly wayOut: string;
}

/** The rows of "Damaged files" in docs/doctor.md, by the part of the name before the first hyphen or slash. */
const ROWS = page.matchAll(/^\| `([a-z]+)[^`]*` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm);
const STORED_FILES = new Map(
  [...ROWS].map(([, name, contents = '', wayOut = '']) => [name, { contents, wayOut }])
);

/** A file whose loss nobody notices, or that Mantel did not write. */
export const OTHER_FILE: StoredFile = { contents: 'other data', wayOut: 'Nothing has to be done.' };

/** What a file of a data folder contains. */
export const storedFile = (name: string): StoredFile =>
  STORED_FILES.get(name.split(/[-/]/, 1).join()) ?? OTHER_FILE;

const NOTHING = Buffer.alloc(0);

/** What differs between a backup and a data folder, in words. */
export function changesSince(backup: Contents, today: Contents | undefined): string {
  if (!today) return 'unknown, because the data folder keeps changing';
  const read = (contents: Contents, name: string) => {
    const opened = unseal(contents.get(KEY_FILE) ?? NOTHING, name, contents.get(name) ?? NOTHING);
    return opened.ok ? opened.value.toString() : undefined;
  };
  const names = [...new Set([...backup.keys(), ...today.keys()])];
  const changed = names.filter((name) => read(backup, name) !== read(today, name));
  return [...new Set(changed.map((name) => storedFile(name).contents))].join('; ') || 'nothing';
}
