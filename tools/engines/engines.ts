import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { starterScript, unpackedAs, unpackedChromium } from '../../.ci/chromium.mjs';
import type { Browser } from './browsers/browser';
import { startChromium } from './browsers/chromium';
import { startFirefox } from './browsers/firefox';
import { ProcessGroup } from './browsers/process-group';
import { startWebDriver } from './browsers/webdriver';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/engines');
const run = promisify(execFile);

/** A browser engine of another family or another year than the Chromium of the tests. */
export interface Engine {
  /** What it stands for. */
  readonly about: string;
  /** How to get it. */
  readonly install: string;
  /** Resolves with a function that starts it; null if it is not on this machine and cannot be fetched. */
  readonly find: () => Promise<(() => Promise<Browser>) | null>;
}

export const ENGINES: Readonly<Record<string, Engine>> = {
  'chromium-103': {
    about: 'an Android WebView of 2022',
    install: 'npm ci, on Linux on x64',
    find: () => chromiumOf(join(root, 'node_modules/old-chromium'))
  },
  'chromium-117': {
    about: 'an Android WebView of 2023',
    install: 'is fetched from npm at the first run, on Linux on x64',
    find: async () => chromiumOf(await fetched('@sparticuz/chromium', '117.0.0'))
  },
  firefox: {
    about: 'Firefox, or its extended support release',
    install: 'apt-get install firefox-esr',
    async find() {
      const program = (await programAt('firefox-esr')) ?? (await programAt('firefox'));
      return program === null ? null : () => startFirefox(program);
    }
  },
  wpe: {
    about: 'WebKit of small devices; in Debian 12 as old as Safari 16.0',
    install: 'apt-get install wpewebkit-driver cog',
    async find() {
      const driver = await programAt('WPEWebDriver');
      const cog = await programAt('cog');
      return driver === null || cog === null ? null : () => startWpe(driver, cog);
    }
  },
  webkitgtk: {
    about: 'a current WebKit, as in Safari',
    install: 'apt-get install webkit2gtk-driver xvfb',
    async find() {
      const driver = await programAt('WebKitWebDriver');
      const xvfb = await programAt('Xvfb');
      return driver === null || xvfb === null ? null : () => startWebKitGtk(driver, xvfb);
    }
  }
};

async function chromiumOf(source: string | null): Promise<(() => Promise<Browser>) | null> {
  const isHere = process.platform === 'linux' && process.arch === 'x64';
  if (!isHere || source === null || !existsSync(source)) return null;
  const path = await unpackedOldChromium(source);
  return () => startChromium(path);
}

/**
 * The start script of an older version of @sparticuz/chromium. It uses the libraries and fonts of the current one, because those of older
 * ones are for another Linux. Old versions do not answer `--version`.
 */
async function unpackedOldChromium(source: string): Promise<string> {
  const current = basename(join(await unpackedChromium(), '..'));
  return unpackedAs(source, async (folder) => {
    const packed = createReadStream(join(source, 'bin/chromium.br'));
    await pipeline(packed, createBrotliDecompress(), createWriteStream(join(folder, 'chromium')));
    await writeFile(join(folder, 'start'), starterScript(`$home/../${current}`));
  });
}

/** Cog draws without a display. Its window cannot be resized: it is 800 px wide. */
const startWpe = (driver: string, cog: string): Promise<Browser> =>
  startWebDriver({
    name: 'WPE WebKit',
    driver,
    capabilities: { 'wpe:browserOptions': { binary: cog, args: ['--automation', '-P', 'headless'] } }
  });

/** MiniBrowser, the browser of the driver's package, needs a display. */
async function startWebKitGtk(driver: string, xvfb: string): Promise<Browser> {
  const display = new ProcessGroup(xvfb, [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1280x1024x24',
    '-nolisten',
    'tcp'
  ]);
  try {
    const [, number = ''] = await display.says(/^(\d+)\n/);
    return await startWebDriver({
      name: 'WebKitGTK',
      driver,
      capabilities: { 'webkitgtk:browserOptions': { args: ['--automation'] } },
      env: { DISPLAY: `:${number}`, GDK_BACKEND: 'x11' },
      onClose: () => display.stop()
    });
  } catch (error) {
    await display.stop();
    throw error;
  }
}

/** The path of an installed program; null if there is none. */
const programAt = (name: string): Promise<string | null> =>
  run('sh', ['-c', 'command -v "$0"', name]).then(
    ({ stdout }) => stdout.trim(),
    () => null
  );

/** The folder of a package in a cache of its own, so that `npm ci` need not fetch it; null if npm cannot fetch it. */
async function fetched(name: string, version: string): Promise<string | null> {
  const folder = join(cache, version);
  const source = join(folder, 'node_modules', name);
  if (existsSync(source)) return source;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', `${name}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund'];
  return run('npm', args, { cwd: folder }).then(
    () => source,
    () => null
  );
}
