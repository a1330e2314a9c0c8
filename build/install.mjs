import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, packaged, QUIET_TIMEOUT_MS, readJson, root, run, step } from './steps.mjs';

/** What an installation takes of the disk. */
const SPACE = { all: '800 MB', run: '120 MB' };

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
 * @param {keyof typeof SPACE} extent `run` leaves out what only tests need
 */
export async function install(extent) {
  if (!isNewer('.') || !hasPackages(extent)) {
    process.stderr.write(
      `install      started: takes about a minute the first time, and ${SPACE[extent]} of disk\n`
    );
    await step('install', () => npmCi(extent === 'all' ? '--include=dev' : '--omit=dev'));
  }
  if (!existsSync(join(root, '.svelte-kit/tsconfig.json')))
    await step('types', () => run(packaged('@sveltejs/kit/svelte-kit.js', 'sync')));
}

/** Whether the packages of package.json are there. @param {keyof typeof SPACE} extent */
function hasPackages(extent) {
  const { dependencies, devDependencies } = readJson('package.json');
  const names = Object.keys({ ...dependencies, ...(extent === 'all' && devDependencies) });
  return names.every((name) => existsSync(join(root, 'node_modules', name)));
}

/** Where the packages of a real Z-Wave JS server are: for tests alone, with a lockfile of their own. */
const ZWAVE_JS = 'tests/zwave-js/house';

/** Installs a real Z-Wave JS server, whose install scripts are not run. */
export async function installZWaveJs() {
  if (isNewer(ZWAVE_JS)) return;
  try {
    await npmCi('--include=dev', '--ignore-scripts', '--prefer-offline', '--prefix', join(root, ZWAVE_JS));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const advice = `Its packages are not in \`${ZWAVE_JS}\`. The other steps need none of them: npm test -- lint types unit browser`;
    throw new CommandFailed(`${error.message}\n${advice}`, error);
  }
}

/**
 * Whether the packages of a folder are complete, and not older than its lockfile. npm writes its copy of that last.
 * @param {string} folder
 */
function isNewer(folder) {
  const timeOf = (/** @type {string} */ path) =>
    statSync(join(root, folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const installed = timeOf('node_modules/.package-lock.json');
  return installed > 0 && installed >= timeOf('package-lock.json');
}

/** @param {string[]} more arguments */
async function npmCi(...more) {
  const npm = process.env['npm_execpath'];
  const program = npm?.endsWith('js') ? [process.execPath, npm] : ['npm'];
  const command = [...program, 'ci', '--no-audit', '--no-fund', ...more];
  try {
    const output = await run(command, { silenceTimeoutMs: QUIET_TIMEOUT_MS });
    if (FULL_DISK.test(output)) throw new CommandFailed('npm ci is incomplete', { output });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const { advice } = ADVICE.find(({ said }) => said.test(error.output)) ?? {};
    throw advice === undefined ? error : new CommandFailed(`${error.message}\n${advice}`, error);
  }
}
