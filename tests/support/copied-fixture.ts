import { chmod, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder';

/** A copy of a data folder in `tests/fixtures/`, with its file modes, which git does not store. */
export async function copiedFixture(name: 'household-e89340d2'): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  const fixture = fileURLToPath(new URL(`../fixtures/${name}/data`, import.meta.url));
  await cp(fixture, folder, { recursive: true });
  await chmod(folder, 0o700);
  for (const file of await readdir(folder)) await chmod(join(folder, file), 0o600);
  return folder;
}
