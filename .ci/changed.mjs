import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../build/steps.mjs';
import { pathOfImport } from './lint/arrows.mjs';

const SPECS = 'tests/browser';
const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
const ENDINGS = ['', '.ts', '.svelte.ts'];

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** @param {string} folder @param {RegExp} name */
const filesIn = (folder, name) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((each) => name.test(each))
    .map((each) => `${folder}/${each}`);

/** The files that differ from the last commit, by path. */
export function changedFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const all = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(all)].filter((path) => path !== '' && existsSync(join(root, path)));
}

/**
 * The browser tests of the pages that load one of these files, those that are named like a folder of theirs (a wall or a PIN is on any
 * page), and those that are among them. A test's pages are the addresses that stand in it, or the home.
 * @param {readonly string[]} changed
 */
export function specsOf(changed) {
  const pages = filesIn('src/routes', /\+page\.svelte$/).map((file) => {
    const parts = posix.dirname(file).split('/').slice(2);
    const shown = parts.filter((part) => !part.startsWith('(')).map((part) => part.replace(/^\[.*/, '[^/]+'));
    const loaded = reachableFrom([file, file.replace(/svelte$/, 'ts')]);
    return {
      address: new RegExp(`^/${shown.join('/')}$`),
      isTouched: changed.some((path) => loaded.has(path))
    };
  });
  const folders = changed.flatMap((path) => posix.dirname(path).split('/').slice(2));
  return filesIn(SPECS, /\.spec\.ts$/).filter((spec) => {
    const paths = [...read(spec).matchAll(/\/[\w/${}.-]*(?=[?#'`])/g)].map(([path]) =>
      path.replaceAll(/\$\{[^}]*\}/g, 'x')
    );
    const named = pages.filter(({ address }) => paths.some((path) => address.test(path)));
    const own = named.length > 0 ? named : pages.filter(({ address }) => address.test('/'));
    const isNamed = folders.some((folder) => posix.basename(spec).startsWith(folder));
    return changed.includes(spec) || isNamed || own.some(({ isTouched }) => isTouched);
  });
}

/**
 * These files and all that they import, also late.
 * @param {readonly string[]} files
 */
function reachableFrom(files) {
  /** @type {Set<string>} */
  const reached = new Set();
  const visit = (/** @type {string} */ path) => {
    if (reached.has(path) || !existsSync(join(root, path))) return;
    reached.add(path);
    for (const [, specifier = ''] of read(path).matchAll(IMPORT)) {
      const target = pathOfImport(specifier, path)?.replace(/\/$/, '');
      const found = target && ENDINGS.map((end) => target + end).find((each) => existsSync(join(root, each)));
      if (found) visit(found);
    }
  };
  files.forEach(visit);
  return reached;
}
