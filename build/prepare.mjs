import { readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { packaged, QUIET_TIMEOUT_MS, root, run, step } from './steps.mjs';

const everywhere = ['build', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** What is built: for each part the file that a build writes last, its sources and the command. */
const parts = {
  web: {
    result: 'dist/web/index.html',
    sources: [...everywhere, 'src', 'static', 'svelte.config.js', 'vite.config.ts'],
    command: packaged('vite/bin/vite.js', 'build')
  },
  proxy: {
    result: 'dist/main.js',
    sources: [...everywhere, 'proxy', 'src/shared', 'vite.proxy.config.ts'],
    command: packaged('vite/bin/vite.js', 'build', '--config', 'vite.proxy.config.ts')
  }
};

/** Exits with one sentence if this Node is older than package.json requires. */
export function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const floor = engines.node.replace(/[^\d.]/g, '');
  if (process.versions.node.localeCompare(floor, 'en', { numeric: true }) >= 0) return;
  process.stderr.write(
    `Mantel needs Node ${floor} or newer, but this is ${process.versions.node}: see nodejs.org.\n`
  );
  process.exit(1);
}

/** Installs the packages of the lockfile if they are missing or older than it. */
export async function install() {
  if (newest('node_modules/.package-lock.json') < newest('package-lock.json') || !exists('node_modules')) {
    const npm = process.env['npm_execpath'];
    const program = npm?.endsWith('js') ? [process.execPath, npm] : ['npm'];
    process.stderr.write('install      started: takes about a minute the first time\n');
    await step('install', () =>
      run([...program, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
        silenceTimeoutMs: QUIET_TIMEOUT_MS
      })
    );
  }
  if (!exists('.svelte-kit/tsconfig.json'))
    await step('types', () => run(packaged('@sveltejs/kit/svelte-kit.js', 'sync')));
}

/** Builds the app and the proxy in parallel, each only if it is older than its sources. */
export async function build() {
  await Promise.all(
    Object.entries(parts).map(async ([name, { result, sources, command }]) => {
      if (newest(result) >= Math.max(...sources.map(newest))) return;
      const start = new Date();
      await step(`build ${name}`, (onLine) => run(command, { onLine }));
      // Sets the time to the start of the build, so that files edited during the build count as newer.
      utimesSync(join(root, result), start, start);
    })
  );
}

/** @param {string} path */
function exists(path) {
  return newest(path) > 0;
}

/**
 * The latest change of a file, or of a folder and everything in it, in ms; 0 if it does not exist. The time
 * of a folder itself changes when a file is deleted from it.
 * @param {string} path from the root
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(join(root, path)).map((name) => newest(join(path, name))));
}
