import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webFileOf, type WebFile } from './web-files';

/** File with the licences of all bundled packages. The build writes it beside the app's folder. */
const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** Adds the licences to the served files, at `/THIRD-PARTY-LICENSES.txt`. A development run has none. */
export async function withLicenses(
  files: ReadonlyMap<string, WebFile>,
  webFolder: string
): Promise<ReadonlyMap<string, WebFile>> {
  if (webFolder === '') return files;
  const text = await readFile(join(webFolder, '..', LICENSES_FILE)).catch(() => undefined);
  const path = `/${LICENSES_FILE}`;
  return text === undefined ? files : new Map([...files, [path, webFileOf(path, text)]]);
}
