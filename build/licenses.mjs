import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, root } from './steps.mjs';

/** The file with the licences of all bundled packages. */
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/**
 * The folder beside that file with one list of packages for each bundle, because the bundles are built
 * separately.
 */
export const LISTS_FOLDER = '.bundled';

const LICENSE_NAME = /^(?:licen[cs]e|copying|notice|copyrightnotice)/i;
const RULE = '-'.repeat(80);

/**
 * Writes the licences of the packages that are bundled, from the bundler's own list of modules.
 * @param {object} bundle
 * @param {string} bundle.name distinguishes its list from the other bundle's
 * @param {'client' | 'server'} bundle.consumer the environment that is distributed
 * @param {string} [bundle.folder] where the licences go; by default the output folder
 * @param {readonly string[]} [bundle.inlined] packages of which no module is in the bundle: their constants are copied into ours, or Kit bundles them in the service worker
 * @returns {import('vite').Plugin}
 */
export function licenses({ name, consumer, folder, inlined = [] }) {
  return {
    name: 'licenses',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === consumer,
    async writeBundle({ dir = root }, bundle) {
      const modules = modulesOf(Object.values(bundle));
      const packages = [...modules.flatMap(packageOf), ...inlined.map((each) => `node_modules/${each}`)];
      await writeLicenses(folder ?? dir, name, [...new Set(packages)].sort());
    }
  };
}

/**
 * The folder of a module's package, from the root; empty for our own modules.
 * @param {string} id a path, or `\0<package>/…` for code that the bundler adds itself
 * @returns {string[]}
 */
export function packageOf(id) {
  const bundler = /^\0(vite|rolldown)\//.exec(id)?.[1];
  if (bundler !== undefined) return [`node_modules/${bundler}`];
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''))?.[0];
  return folder === undefined ? [] : [folder.replace(root, '')];
}

/** @param {(import('vite').Rolldown.OutputChunk | import('vite').Rolldown.OutputAsset)[]} files */
const modulesOf = (files) => files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));

/**
 * Two builds can run this at the same time. Each reads the lists again until its text includes the other's
 * list.
 * @param {string} folder
 * @param {string} name
 * @param {string[]} packages
 */
async function writeLicenses(folder, name, packages) {
  const lists = join(folder, LISTS_FOLDER);
  await mkdir(lists, { recursive: true });
  await writeFile(join(lists, `${name}.json`), JSON.stringify(packages, null, 2));
  let written = '';
  for (;;) {
    const all = await Promise.all((await readdir(lists)).map((list) => readFile(join(lists, list), 'utf8')));
    const text = await textOf([...new Set(all.flatMap((list) => JSON.parse(list)))]);
    if (text === written) return;
    await writeFile(join(folder, LICENSES_FILE), text);
    written = text;
  }
}

/** @param {string[]} packages */
async function textOf(packages) {
  const sections = await Promise.all(packages.map(sectionOf));
  const lead = 'Mantel contains parts of these packages. Each comes with its own licence.\n';
  return [lead, ...new Set(sections.sort())].join(`\n${RULE}\n`);
}

/** @param {string} folder of a package, from the root */
async function sectionOf(folder) {
  const { name, version, license, author, homepage } = readJson(`${folder}/package.json`);
  const files = (await readdir(join(root, folder))).filter((file) => LICENSE_NAME.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  if (texts.length === 0) texts.push(await termsOf(name, license, author?.name ?? author));
  const trimmed = texts.map((text) => text.replaceAll('\r\n', '\n').trim());
  // This licence wants to be told with where the source is.
  if (license === 'MPL-2.0') trimmed.unshift(`Unchanged. Its source: ${homepage}`);
  return `${name} ${version} (${license})\n\n${trimmed.join('\n\n')}\n`;
}

/**
 * The terms of a package that names its licence and has no licence text. Works for Mantel's own licence only,
 * whose text is used.
 * @param {string} name
 * @param {unknown} license
 * @param {unknown} author
 * @returns {Promise<string>}
 */
async function termsOf(name, license, author) {
  if (license !== 'MIT' || typeof author !== 'string')
    throw new Error(`${name} is bundled, but has no licence text.`);
  const own = await readFile(join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}
