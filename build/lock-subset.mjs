/** Packages that only tests and checks use. `npm start` does not install them. */
export const TEST_PACKAGES = [
  '@axe-core/playwright',
  '@playwright/test',
  '@sparticuz/chromium',
  '@types/estree',
  '@types/multicast-dns',
  '@types/node',
  '@types/trusted-types',
  '@types/ws',
  '@typescript/native',
  '@vitest/browser-playwright',
  'acorn',
  'eslint',
  'eslint-plugin-svelte',
  'fast-check',
  'globals',
  'old-chromium',
  'oxfmt',
  'oxlint',
  'oxlint-tsgolint',
  'playwright',
  'svelte-check',
  'tsx',
  'typescript',
  'typescript-eslint',
  'vitest',
  'vitest-browser-svelte'
];

/**
 * A package of a lockfile, as far as it is read here.
 * @typedef {{
 *   dependencies?: Record<string, string>,
 *   devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>
 * }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 */

/**
 * The lockfile without some packages of the root, and without what only they need. Versions stay the same.
 * @param {Lock} lock the content of package-lock.json
 * @param {readonly string[]} left names of the packages that are left out
 * @returns {Lock}
 */
export function withoutPackages(lock, left) {
  const packages = lock.packages ?? {};
  const { '': root = {} } = packages;
  const wanted = Object.fromEntries(
    Object.entries(root.devDependencies ?? {}).filter(([name]) => !left.includes(name))
  );
  /** @type {Set<string>} */
  const reached = new Set();
  const visit = (/** @type {string} */ path) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const name of neededBy(packages[path] ?? {})) {
      const found = resolve(packages, path, name);
      if (found !== undefined) visit(found);
    }
  };
  for (const name of Object.keys({ ...root.dependencies, ...wanted })) {
    const found = resolve(packages, '', name);
    if (found !== undefined) visit(found);
  }
  const kept = Object.entries(packages).filter(([path]) => reached.has(path));
  return { ...lock, packages: { '': { ...root, devDependencies: wanted }, ...Object.fromEntries(kept) } };
}

/** @param {LockedPackage} locked */
function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta: meta = {}
}) {
  const peers = Object.keys(peerDependencies).filter((name) => meta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * The path of a package in the lockfile, as Node would find it from another package.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} from path of the package that needs it
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(packages, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in packages) return path;
  if (from === '') return undefined;
  return resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
}
