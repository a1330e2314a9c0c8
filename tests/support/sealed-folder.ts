import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/clock';
import { silentLog, type Log } from '../../proxy/server/base/platform/log';
import { KEY_FILE } from '../../proxy/server/base/store/data-folder';
import { FORMAT_CONTENT, FORMAT_FILE } from '../../proxy/server/base/store/folder-format';
import { KEY_BYTES, seal, unseal } from '../../proxy/server/base/store/seal';
import { SealedStore } from '../../proxy/server/base/store/sealed-store';
import { FakeClock } from './fake-clock';
import { temporaryFolder, type AtEnd } from './temporary-folder';

/** The key of all folders that tests seal themselves. */
const KEY = Buffer.alloc(KEY_BYTES, 'a key of the tests’ own');

/** A data folder of the format of now: JSON by file name, sealed. */
export async function sealedFolder(files: Readonly<Record<string, unknown>>, atEnd?: AtEnd): Promise<string> {
  const folder = join(await temporaryFolder(atEnd), 'data');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, KEY_FILE), KEY, { mode: 0o600 });
  await writeFile(join(folder, FORMAT_FILE), FORMAT_CONTENT, { mode: 0o600 });
  for (const [name, value] of Object.entries(files)) await sealFile(folder, name, value);
  return folder;
}

/** Adds or replaces a file of such a folder. */
export async function sealFile(folder: string, name: string, value: unknown) {
  await writeFile(join(folder, name), seal(KEY, name, Buffer.from(JSON.stringify(value))), { mode: 0o600 });
}

/** The complete JSON of a file of such a folder. */
export async function unsealFile(folder: string, name: string): Promise<unknown> {
  const opened = unseal(KEY, name, await readFile(join(folder, name)));
  if (!opened.ok) throw new Error(opened.error.message);
  return JSON.parse(opened.value.toString());
}

/** Opens a data folder like the program. */
export async function openStore(folder: string, log: Log = silentLog, clock: Clock = new FakeClock()) {
  const opened = await SealedStore.open(folder, { clock, log });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** The names of the folder's files with this prefix. */
export async function filesNamed(folder: string, beginning: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(beginning));
}
