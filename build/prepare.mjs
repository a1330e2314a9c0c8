import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFloor } from './launcher.mjs';
import { CommandFailed, packaged, root, run, step } from './steps.mjs';

/** Memory that one build needs, in bytes. With less than twice that, the builds run one after the other. */
const BUILD_MEMORY = 800e6;

const everywhere = ['build', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * What is built: for each part the file that a build writes last, its sources and the command. `isComplete`
 * finds an earlier result whose other files are missing.
 * @type {Record<string, { result: string, sources: string[], command: string[], isComplete: () => boolean }>}
 */
const parts = {
  web: {
    result: 'dist/web/index.html',
    sources: [...everywhere, 'src', 'static', 'svelte.config.js', 'vite.config.ts'],
    command: packaged('vite/bin/vite.js', 'build'),
    isComplete: () => filesOfPage('dist/web/index.html').every((path) => exists(`dist/web/${path}`))
  },
  proxy: {
    result: 'dist/main.js',
    sources: [...everywhere, 'proxy', 'src/shared', 'docs', 'vite.proxy.config.ts'],
    command: packaged('vite/bin/vite.js', 'build', '--config', 'vite.proxy.config.ts'),
    isComplete: () => true
  }
};

/** Exits with one sentence if this Node is older than package.json requires. */
export function checkNode() {
  const floor = nodeFloor();
  if (process.versions.node.localeCompare(floor, 'en', { numeric: true }) >= 0) return;
  process.stderr.write(
    `Mantel needs Node ${floor} or newer, but this is ${process.versions.node}: see nodejs.org.\n`
  );
  process.exit(1);
}

/**
 * Builds the app and the proxy, each only if it is older than its sources or incomplete: in parallel, unless the
 * memory is short.
 * @param {readonly string[]} names of the parts; by default both
 */
export async function build(names = Object.keys(parts)) {
  const stale = Object.entries(parts).filter(
    ([name, { result, sources, isComplete }]) =>
      names.includes(name) &&
      (newest(result) < Math.max(...sources.map(newest)) || !exists(result) || !isComplete())
  );
  if (stale.length === 0) return;
  const free = process.availableMemory();
  process.stderr.write('build        started: takes 20 to 60 seconds, and a few minutes on a small box\n');
  if (free < BUILD_MEMORY)
    process.stderr.write(
      `A build needs about ${BUILD_MEMORY / 1e6} MB of memory, and ${Math.round(free / 1e6)} MB are free. ` +
        'The archive of a release needs no build: see docs/install.md.\n'
    );
  if (free >= 2 * BUILD_MEMORY) await Promise.all(stale.map(([name, part]) => buildPart(name, part)));
  else for (const [name, part] of stale) await buildPart(name, part);
}

/**
 * @param {string} name
 * @param {{ result: string, command: string[] }} part
 */
async function buildPart(name, { result, command }) {
  const start = new Date();
  try {
    await step(`build ${name}`, (onLine) => run(command, { onLine }));
  } catch (error) {
    if (error instanceof CommandFailed && /Cannot find (?:module|package)/.test(error.output))
      process.stderr.write('A package is missing or damaged: run `npm ci`, then start again.\n');
    throw error;
  }
  // Sets the time to the start of the build, so that files edited during the build count as newer.
  utimesSync(join(root, result), start, start);
}

/**
 * The scripts and styles that a built page loads, from its folder.
 * @param {string} path from the root
 */
function filesOfPage(path) {
  if (!exists(path)) return [];
  const page = readFileSync(join(root, path), 'utf8');
  return [...page.matchAll(/\/(_app\/immutable\/[\w./-]+\.(?:js|css))/g)].map(([, file = '']) => file);
}

/** @param {string} path */
const exists = (path) => existsSync(join(root, path));

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
