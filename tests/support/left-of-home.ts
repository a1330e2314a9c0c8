import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_FILE } from '../../proxy/server/base/store/data-folder';
import { unseal } from '../../proxy/server/base/store/seal';

/** The files of a data folder in which one of some words stands, opened with its key, or in whose names it does. */
export async function filesThatSay(folder: string, words: readonly string[]): Promise<string[]> {
  const key = await readFile(join(folder, KEY_FILE));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    // A file that is being written has another name for a moment.
    const raw = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    const opened = unseal(key, entry.name, raw);
    const text = opened.ok ? opened.value.toString() : raw.toString('latin1');
    if (words.some((word) => entry.name.includes(word) || text.includes(word))) found.push(entry.name);
  }
  return found.toSorted();
}

/** The files of a data folder as they are, opened with its key: their text by their name. */
export async function openedFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const key = await readFile(join(folder, KEY_FILE));
  const files = new Map<string, string>();
  for (const name of await readdir(folder)) {
    const opened = unseal(key, name, await readFile(join(folder, name)).catch(() => Buffer.alloc(0)));
    if (opened.ok) files.set(name, opened.value.toString());
  }
  return files;
}
