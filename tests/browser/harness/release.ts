import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { test as base } from './test';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
const versionSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** The build's folder of immutable files. */
const FOLDER = '_app/immutable';
const TEXT = /\.(?:js|css|html|json|webmanifest)$/;

/**
 * A copy of the built program that can become its own next release: the same app with new file names, and
 * without files of the previous release.
 */
export class Release {
  #folder = '';
  #number = 1;

  get main(): string {
    return join(this.#folder, 'main.js');
  }

  /** Folder of the current release's files, as `/_app/immutable/`. */
  get assets(): string {
    return `/${folderOf(this.#number)}/`;
  }

  async copy(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'mantel-release-'));
    await cp(dist, this.#folder, { recursive: true });
    await this.#rewrite(async (path) => {
      for (const packed of ['.br', '.gz']) await rm(path + packed, { force: true });
    });
  }

  /** Replaces this release with the next one. The program reads it at its next start. */
  async next(): Promise<void> {
    const before = folderOf(this.#number);
    const after = folderOf(++this.#number);
    const web = join(this.#folder, 'web');
    const { version } = v.parse(versionSchema, await readFile(join(web, '_app/version.json'), 'utf8'));
    await rename(join(web, before), join(web, after));
    await this.#rewrite(async (path) => {
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replaceAll(before, after).replaceAll(version, `${version}.1`));
    });
  }

  /** Replaces the release's service worker. */
  async replaceWorker(script: string): Promise<void> {
    await writeFile(join(this.#folder, 'web/service-worker.js'), script);
  }

  async clean(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #rewrite(change: (path: string) => Promise<void>): Promise<void> {
    const entries = await readdir(join(this.#folder, 'web'), { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of entries) if (TEXT.test(name)) await change(join(parentPath, name));
  }
}

const folderOf = (number: number) => (number === 1 ? FOLDER : `${dirname(FOLDER)}/release-${number}`);

/** The harness with a copy of the release for each test, which the test can replace. */
export const test = base.extend<{ release: Release }>({
  release: async ({ browserName: _ }, use) => {
    const release = new Release();
    await release.copy();
    await use(release);
    await release.clean();
  },

  main: ({ release }, use) => use(release.main)
});
