/**
 * `npm test`: runs all checks and tests on a bare checkout. `npm test -- lint unit` runs only these steps and
 * the steps that they need. Prints one line for each step, the full output of failed steps, and
 * `N passed, N failed` as the last line.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from './counted.mjs';
import { runAll, select, usageOf } from './plan.mjs';
import { install, installZWaveJs } from '../build/install.mjs';
import { build, checkNode } from '../build/prepare.mjs';
import { packaged, QUIET_TIMEOUT_MS, root, run, step } from '../build/steps.mjs';

/** Tests reach loopback only, and do not inherit the caller's MANTEL_ variables. @type {NodeJS.ProcessEnv} */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MANTEL_'))),
  MANTEL_DISCOVERY_TARGETS: '127.255.255.255',
  MANTEL_MDNS: '0',
  // Keeps npm, which some tests start, from checking for a newer npm.
  npm_config_update_notifier: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: undefined
};

/** Runs randomised tests at full length. */
const FULL_STORM = { MANTEL_STORM: 'whole' };

/** The browser tests of which the step `browser` takes a part. */
const MATRICES = [
  'browser/pages',
  'browser/controls',
  'browser/locks',
  'browser/sheet-kinds',
  'browser/languages',
  'browser/calm',
  'browser/finish',
  'browser/scrolling',
  'tools/soak/kills'
].map((name) => `tests/${name}.spec.ts`);

/** The native compiler needs a quarter of the time. */
const NATIVE = ['--tsgo', '--tsconfig', 'tsconfig.json'];

/** @type {Record<string, import('./plan.mjs').Step>} */
const steps = {
  // The slowest step that needs no other: it starts first, and the others run beside it.
  lint: {
    about: 'ESLint: style, and which folders may import which; Oxlint: the rules that need types',
    work: async () => {
      await check('eslint/bin/eslint.js', ['.', '--max-warnings', '0']);
      await check('oxlint/bin/oxlint', []);
    }
  },
  build: { about: 'builds the app and the proxy, if they are older than their sources', work: () => build() },
  types: {
    about: 'TypeScript and svelte-check find no type errors',
    work: async () => {
      await check('svelte-check/bin/svelte-check', [...NATIVE, '--fail-on-warnings']);
      // The project of the proxy has no DOM.
      await check('@typescript/native/bin/tsc', ['--noEmit', '-p', 'proxy']);
    }
  },
  format: {
    about: 'Oxfmt would change no file',
    work: () => check('oxfmt/bin/oxfmt', ['--check'])
  },
  weight: {
    about: 'the first screen stays within its limits of bytes and requests',
    needs: ['build'],
    work: weigh
  },
  syntax: {
    about: 'the oldest browsers that the README names can parse the built app',
    needs: ['build'],
    work: async () => (await import('./syntax.mjs')).checkSyntax()
  },
  unit: {
    about: 'Vitest: modules in Node, components in a browser',
    needs: ['build'],
    isAlone: true,
    work: (onLine) => vitest('unit', { onLine })
  },
  'zwave-js': {
    about: 'Vitest: a real Z-Wave JS server with mock nodes, whose packages are installed at first',
    isAlone: true,
    work: async (onLine) => {
      await installZWaveJs();
      return vitest('zwave-js', { onLine, only: ['--config', 'tests/zwave-js/vitest.config.ts'] });
    }
  },
  browser: {
    about: 'Playwright: the built program in a real browser',
    needs: ['build'],
    isAlone: true,
    work: (onLine) => playwright('browser', { onLine })
  },
  components: {
    about:
      'ESLint with types on components, which takes as long as lint: promises that nobody awaits, props that nobody uses',
    isLong: true,
    work: () =>
      check('eslint/bin/eslint.js', ['**/*.svelte', '--max-warnings', '0'], { LINT_COMPONENT_TYPES: '1' })
  },
  storms: {
    about: 'mutated requests and answers, cut connections and outages, ten times as many as in unit',
    isAlone: true,
    isLong: true,
    work: (onLine) =>
      vitest('storms', {
        onLine,
        env: FULL_STORM,
        // A single test runs ten thousand mutations, without output meanwhile.
        silenceTimeoutMs: QUIET_TIMEOUT_MS,
        only: ['--project', 'node', 'tests/faults']
      })
  },
  waits: {
    about: 'tests that wait for a minute or more',
    isAlone: true,
    isLong: true,
    work: (onLine) =>
      vitest('waits', {
        onLine,
        env: { MANTEL_TEST_LONG: '1' },
        // One of them makes two whole builds.
        silenceTimeoutMs: QUIET_TIMEOUT_MS,
        only: ['--project', 'node', '.long.']
      })
  },
  matrices: {
    about:
      'all pages in both themes, all controls by all input methods, all kinds of devices, ten times as many scrolls',
    needs: ['build'],
    isAlone: true,
    isLong: true,
    work: (onLine) => playwright('matrices', { onLine, env: FULL_STORM, only: MATRICES })
  }
};

/**
 * The report of a step's tests, as a path from the root.
 * @param {string} name of the step
 */
const reportOf = (name) => `test-results/${name}.json`;

/**
 * `only` selects tests, by arguments of the test program.
 * @typedef {import('../build/steps.mjs').RunOptions & { only?: string[] }} TestRun
 */

/**
 * @param {string} name of the step
 * @param {TestRun} run
 */
function vitest(name, { only = [], ...options }) {
  const report = reportOf(name);
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`];
  return counted(packaged('vitest/vitest.mjs', 'run', ...reporters, ...only), {
    ...options,
    env: { ...env, ...options.env },
    report
  });
}

/**
 * @param {string} name of the step
 * @param {TestRun} run
 */
function playwright(name, { only = [], ...options }) {
  const report = reportOf(name);
  return counted(packaged('@playwright/test/cli.js', 'test', '--reporter=list,json', ...only), {
    ...options,
    env: { ...env, ...options.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report
  });
}

/**
 * @param {string} program below node_modules
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more] variables of this program alone
 */
async function check(program, args, more) {
  await run(packaged(program, ...args), { env: { ...env, ...more }, silenceTimeoutMs: QUIET_TIMEOUT_MS });
}

async function weigh() {
  const { reportWeights } = await import('./weight.mjs');
  const { text, isWithin } = reportWeights();
  if (!isWithin) throw new Error(`${text}\nThe first screen is too heavy.`);
  process.stderr.write(`${text}\n`);
}

/** Prepares what the steps need: packages, an empty folder for reports, a browser. */
async function prepare() {
  await install('all');
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  mkdirSync(join(root, 'test-results'));
  const { findChromium } = await import('./chromium.mjs');
  const { path, version, from } = await step('chromium', findChromium);
  process.stderr.write(`Chromium ${version} from ${from}\n`);
  env['MANTEL_CHROMIUM'] = path;
}

/** @param {string[]} names */
async function test(names) {
  let total = { passed: 0, failed: 1 };
  try {
    const chosen = select(steps, names);
    await prepare();
    total = await runAll(chosen);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 ? 0 : 1;
}

checkNode();
const names = process.argv.slice(2);
if (names.includes('--help')) process.stdout.write(usageOf(steps));
else process.exitCode = await test(names);
