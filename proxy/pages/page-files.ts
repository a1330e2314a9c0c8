import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the page of a built app loads first: its scripts and styles. */
const LOADED = /\/(?<path>_app\/immutable\/[\w./-]+\.(?:js|css))/g;

/**
 * The files of a built app without which browsers show nothing, and that are missing. An empty list if the app is complete.
 * @param page the text of `index.html`; undefined if that is missing
 * @param has whether there is a file, by its path from the folder of the app
 */
export function missingFiles(page: string | undefined, has: (path: string) => boolean): readonly string[] {
  if (page === undefined) return ['index.html'];
  const paths = [...page.matchAll(LOADED)].map(({ groups }) => groups?.['path'] ?? '');
  return [...new Set(paths)].filter((path) => !has(path));
}

/** The same for a folder, which is empty text if there is none. */
export function missingFilesIn(webFolder: string): readonly string[] {
  const page = join(webFolder, 'index.html');
  const hasPage = webFolder !== '' && existsSync(page);
  return missingFiles(hasPage ? readFileSync(page, 'utf8') : undefined, (path) =>
    existsSync(join(webFolder, path))
  );
}
