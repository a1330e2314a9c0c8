import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../support/browser';
import { flag, runTool, text } from '../support/command-line';
import { messageOf } from '../support/figures';
import { take, type Studio } from './camera';
import { contactSheet } from './contact-sheet';
import { fontStyles } from './font';
import { Homes } from './homes';
import { nameOf, SHOTS, type Shot } from './table';

/** The pictures of the README and of the manifest, from the root. */
const PUBLISHED: Readonly<Record<string, Shot>> = {
  'docs/pictures/narrow.png': { page: 'home', state: 'live', size: '390x844', theme: 'dark', scale: 2 },
  'docs/pictures/house.png': { page: 'wall', state: 'asleep', size: '1280x800', theme: 'light' },
  'docs/pictures/wall.png': { page: 'wall', state: 'live', size: '1280x800', theme: 'light' },
  'static/screenshots/narrow.png': { page: 'home', state: 'live', size: '390x844', theme: 'dark', scale: 2 },
  'static/screenshots/wide.png': { page: 'home', state: 'live', size: '1280x800', theme: 'dark' }
};

/** Pictures that are taken at a time. */
const AT_A_TIME = 3;

/** `npm run pictures`: what a person looks at before a release. */
const HELP = `Takes pictures of every page in its states, sizes and themes, into a folder with one page that shows them all, index.html.
Takes about ten minutes.
  --to <folder>    default: test-results/pictures
  --only <text>    only those whose name contains it, such as "wall-live"
  --published      those of the README and of the manifest instead, at their places
  --help           show this help
  exit code 0: all pictures were taken
            1: one could not be taken
            2: unknown option`;

await runTool({
  help: HELP,
  read: (args) =>
    parseArgs({ args, options: { to: text('test-results/pictures'), only: text(''), published: flag } })
      .values,
  async run({ to, only, published }) {
    const shots = SHOTS.filter((shot) => nameOf(shot).includes(only));
    const wanted = published
      ? Object.entries(PUBLISHED)
      : shots.map((shot) => [join(to, `${nameOf(shot)}.png`), shot] as const);
    if (!published) {
      await mkdir(to, { recursive: true });
      await writeFile(join(to, 'index.html'), contactSheet(shots));
    }
    const failed = await takeAll(wanted);
    console.log(`${wanted.length - failed} of ${wanted.length} pictures in ${published ? '.' : resolve(to)}`);
    return failed === 0 ? 0 : 1;
  }
});

/** Takes pictures into files, a few at a time. Returns how many could not be taken. */
async function takeAll(wanted: readonly (readonly [path: string, shot: Shot])[]): Promise<number> {
  const studio: Studio = { browser: await launchChromium(), homes: new Homes(), styles: await fontStyles() };
  const waiting = [...wanted];
  let failed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [path, shot] = next;
      await take(studio, shot, path).catch((error: unknown) => {
        failed += 1;
        console.error(`${nameOf(shot)}: ${messageOf(error)}`);
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    await studio.browser.close();
    await studio.homes.end();
  }
  return failed;
}
