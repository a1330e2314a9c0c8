import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { TEST_PACKAGES, withoutPackages } from './lock-subset.mjs';
import { CommandFailed, packaged, QUIET_TIMEOUT_MS, root, run, step } from './steps.mjs';

/** Folder of an installation that is not complete yet. */
const UNFINISHED = '.install';
/** Marks an installation without the packages of the tests. */
const WITHOUT_TESTS = 'node_modules/.without-tests';

const SPACE = { all: '800 MB', run: '100 MB' };

/** What npm prints on a full disk. It may end with 0 then. */
const FULL_DISK = /ENOSPC|no space left/i;

/** What to do about a failure of npm, by what npm prints. */
const ADVICE = [
  { said: FULL_DISK, advice: 'The disk is full: free some space, then start again.' },
  {
    said: /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/,
    advice:
      'npm does not reach its registry: check the connection, then start again. The archive needs none: see docs/install.md.'
  }
];

/**
 * Installs the packages of the lockfile if they are missing or older than it.
 * @param {'all' | 'run'} extent `run` leaves out what only tests need
 */
export async function install(extent) {
  if (!isInstalled(extent)) {
    process.stderr.write(
      `install      started: takes about a minute the first time, and ${SPACE[extent]} of disk\n`
    );
    await step('install', async () => {
      await (extent === 'run' ? installForRun() : npmCi());
    });
  }
  if (!existsSync(join(root, '.svelte-kit/tsconfig.json')))
    await step('types', () => run(packaged('@sveltejs/kit/svelte-kit.js', 'sync')));
}

/** Where the packages of a real Z-Wave JS server are: for tests alone, with a lockfile of their own. */
const ZWAVE_JS = 'tests/zwave-js/house';

/** Installs a real Z-Wave JS server, whose install scripts are not run. */
export async function installZWaveJs() {
  const timeOf = (/** @type {string} */ path) =>
    statSync(join(root, ZWAVE_JS, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const installed = timeOf('node_modules/.package-lock.json');
  if (installed > 0 && installed >= timeOf('package-lock.json')) return;
  try {
    await npmCi('--ignore-scripts', '--prefer-offline', '--prefix', join(root, ZWAVE_JS));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const advice = `Its packages are not in \`${ZWAVE_JS}\`. The other steps need none of them: npm test -- lint types unit browser`;
    throw new CommandFailed(`${error.message}\n${advice}`, error);
  }
}

/** @param {'all' | 'run'} extent */
function isInstalled(extent) {
  const timeOf = (/** @type {string} */ path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const installed = timeOf('node_modules/.package-lock.json');
  if (installed === 0 || installed < timeOf('package-lock.json')) return false;
  return extent === 'run' || timeOf(WITHOUT_TESTS) === 0;
}

/** @param {string[]} more arguments */
async function npmCi(...more) {
  const npm = process.env['npm_execpath'];
  const program = npm?.endsWith('js') ? [process.execPath, npm] : ['npm'];
  const command = [...program, 'ci', '--include=dev', '--no-audit', '--no-fund', ...more];
  try {
    const output = await run(command, { silenceTimeoutMs: QUIET_TIMEOUT_MS });
    if (FULL_DISK.test(output)) throw new CommandFailed('npm ci is incomplete', { output });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const { advice } = ADVICE.find(({ said }) => said.test(error.output)) ?? {};
    throw advice === undefined ? error : new CommandFailed(`${error.message}\n${advice}`, error);
  }
}

/** Installs into a folder of its own, because npm installs either all packages of a lockfile or none. */
async function installForRun() {
  const folder = join(root, UNFINISHED);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const lock = withoutPackages(readJson('package-lock.json'), TEST_PACKAGES);
  const { name, version, overrides } = readJson('package.json');
  const { devDependencies } = lock.packages?.[''] ?? {};
  writeJson('package.json', { name, version, private: true, devDependencies, overrides });
  writeJson('package-lock.json', lock);
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  await npmCi('--prefix', folder);
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, WITHOUT_TESTS), '');
  rmSync(folder, { recursive: true });
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/**
 * @param {string} name
 * @param {unknown} content
 */
function writeJson(name, content) {
  writeFileSync(join(root, UNFINISHED, name), JSON.stringify(content, null, 2));
}
