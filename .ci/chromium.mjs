import { execFile } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const SYSTEM_FOLDERS = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin'
];
const SYSTEM_PATHS = [
  ...SYSTEM_NAMES.flatMap((name) => SYSTEM_FOLDERS.map((folder) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
];

/**
 * Finds a Chromium that answers `--version`. The order is $CHROMIUM_PATH, the package @sparticuz/chromium
 * (Linux on x64, unpacked at first use), Playwright's own browser, the system's browser. The package comes
 * before Playwright and the system because its version is pinned, so tests run in the same browser on every
 * machine. Rejects with one sentence that says what to do.
 * @returns {Promise<{ path: string, version: string, from: string }>}
 */
export async function findChromium() {
  /** @type {[string, () => Promise<string[]>][]} */
  const candidates = [
    ['CHROMIUM_PATH', async () => [process.env['CHROMIUM_PATH'] ?? '']],
    ['@sparticuz/chromium', async () => [await unpackedChromium()]],
    ['playwright', async () => [(await import('playwright')).chromium.executablePath()]],
    ['system', async () => SYSTEM_PATHS]
  ];
  for (const [from, paths] of candidates) {
    for (const path of await paths().catch(() => [])) {
      const version = await versionOf(path);
      if (version !== null) return { path, version, from };
    }
  }
  throw new Error(
    'No Chromium runs on this machine: install one ("npx playwright install --with-deps chromium", or your system\'s package), ' +
      'or name its program in CHROMIUM_PATH.'
  );
}

/**
 * Options with which Playwright starts a Chromium in a test: no sandbox as root (Chromium refuses to start with one), no
 * requests to outside servers, and shared memory where there is enough.
 * @param {string} executablePath
 */
export function launchOptions(executablePath) {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync'
    ],
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : []
  };
}

/** Free bytes of `/dev/shm` that the browsers of a run may need. Containers often have 64 MB, in which pages crash. */
const MIN_SHARED_MEMORY = 2 ** 30;

/** Whether browsers may share memory in `/dev/shm`. By default Playwright makes them write files, which costs a twentieth more. */
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= MIN_SHARED_MEMORY;
  } catch {
    return false;
  }
}

/** @param {string} path */
async function versionOf(path) {
  if (path === '' || !existsSync(path)) return null;
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 120_000 });
    return /\d+\.\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** The start script of @sparticuz/chromium, which is unpacked at first use. */
export function unpackedChromium() {
  return unpackedAs(join(root, 'node_modules/@sparticuz/chromium'), async (folder) => {
    // It unpacks into the temporary folder, and its libraries (libnspr4.so and others) only on hosts that it supports.
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    const env = { ...process.env, VERCEL: '1', TMPDIR: folder };
    await run(process.execPath, ['--input-type=module', '-e', unpack], { cwd: root, env });
    await writeFile(join(folder, 'fonts.conf'), FONT_CONFIGURATION);
    await writeFile(join(folder, 'start'), starterScript('$home'));
  });
}

/**
 * Unpacks a version of @sparticuz/chromium once into node_modules/.cache. Unpacks under a temporary name and
 * renames the folder, so that two parallel runs never use a half-unpacked one.
 * @param {string} source folder of the installed package
 * @param {(folder: string) => Promise<void>} unpack writes `chromium` and `start` into the folder
 * @returns {Promise<string>} path of the start script
 */
export async function unpackedAs(source, unpack) {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const cache = join(root, 'node_modules/.cache');
  const home = join(cache, `chromium-${version}`);
  const starter = join(home, 'start');
  if (existsSync(starter)) return starter;

  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await unpack(fresh);
    for (const path of ['start', 'chromium', '.']) await chmod(join(fresh, path), 0o755);
    await rename(fresh, home).catch((/** @type {unknown} */ cause) => {
      if (!existsSync(starter)) throw cause;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return starter;
}

/**
 * The start script finds the browser relative to itself, so that a checkout can be moved or copied.
 * @param {string} shared folder of the libraries and fonts; `$home` is the script's own
 */
export function starterScript(shared) {
  return [
    '#!/bin/sh',
    'home=$(dirname "$(readlink -f "$0")")',
    `export LD_LIBRARY_PATH="${shared}/al2023/lib"`,
    `export FONTCONFIG_FILE="${shared}/fonts.conf"`,
    'exec "$home/chromium" "$@"',
    ''
  ].join('\n');
}

/** The package's fonts beside those of the system, which may have none. */
const FONT_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
