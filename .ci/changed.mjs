import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../build/steps.mjs';

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
 * The browser tests of the pages that load one of these files, and those that are among the files. A test's pages are the addresses that
 * stand in it, or the home.
 * @param {readonly string[]} changed
 */
export function specsOf(changed) {
  const pages = filesIn('src/routes', /\+page\.svelte$/).map((file) => {
    const layouts = filesIn('src/routes', /\+layout\.(?:svelte|ts)$/).filter((layout) =>
      file.startsWith(posix.dirname(layout))
    );
    const parts = posix
      .dirname(file)
      .split('/')
      .slice(2)
      .filter((part) => !part.startsWith('('));
    const address = `/${parts.map((part) => (part.startsWith('[') ? '[^/]+' : part)).join('/')}`;
    const loaded = reachableFrom([file, file.replace(/svelte$/, 'ts'), ...layouts]);
    return { address: new RegExp(`^${address}$`), isTouched: changed.some((path) => loaded.has(path)) };
  });
  return filesIn(SPECS, /\.spec\.ts$/).filter((spec) => {
    const paths = [...read(spec).matchAll(/\/[\w/${}.-]*(?=[?#'`])/g)].map(([path]) =>
      path.replaceAll(/\$\{[^}]*\}/g, 'x')
    );
    const named = pages.filter(({ address }) => paths.some((path) => address.test(path)));
    const own = named.length > 0 ? named : pages.filter(({ address }) => address.test('/'));
    return changed.includes(spec) || own.some(({ isTouched }) => isTouched);
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
      const bare = specifier.replace(/^#shared\//, 'src/shared/').replace(/^\$(lib|features)\//, 'src/$1/');
      const target = bare.startsWith('.') ? posix.join(posix.dirname(path), bare) : bare;
      const found =
        target.startsWith('src/') &&
        ENDINGS.map((end) => target + end).find((each) => existsSync(join(root, each)));
      if (found) visit(found);
    }
  };
  files.forEach(visit);
  return reached;
}
