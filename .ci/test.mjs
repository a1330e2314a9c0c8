/**
 * `npm test`: installs, then runs all checks and tests. `npm test -- lint unit` runs only these steps, `npm test -- changed` the tests of
 * what differs from the last commit. Prints a line for each step, and the output of a failed one; the last line is `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, installZWaveJs } from '../build/install.mjs';
import { build, checkNode } from '../build/prepare.mjs';
import { CommandFailed, packaged, QUIET_TIMEOUT_MS, root, run, step } from '../build/steps.mjs';

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

/** Randomised tests at full length. */
const WHOLE = { MANTEL_STORM: 'whole' };

/** A run with more tests than this that passed only at the second try has failed. */
const MAX_FLAKY = 2;

/**
 * A step calls `onLine` with its output. A check counts as one test and throws if it fails; a test program counts its own tests.
 * @typedef {(line: string) => void} OnLine
 * @typedef {{ passed: number, failed: number, failure?: Error | undefined }} Count
 * @typedef {(onLine: OnLine) => Promise<Count | void>} Work
 */

/** The checks. @type {Record<string, Work>} */
const checks = {
  lint: async () => {
    await check('oxlint/bin/oxlint');
    await check('eslint/bin/eslint.js', '.', '--max-warnings', '0');
  },
  build: () => build(),
  types: async () => {
    // What it keeps of a component that is gone would still be checked.
    rmSync(join(root, '.svelte-kit/.svelte-check'), { recursive: true, force: true });
    await check('svelte-check/bin/svelte-check', '--tsgo', '--tsconfig=tsconfig.json', '--fail-on-warnings');
    // The project of the proxy has no DOM.
    await check('@typescript/native/bin/tsc', '--noEmit', '-p', 'proxy');
  },
  format: () => check('oxfmt/bin/oxfmt', '--check')
};

/**
 * What runs at once, stage by stage: each row in its order. Unit tests and those on a real Z-Wave JS server wait for sockets more than for
 * a processor, and the linter uses what they leave; the browser has the machine to itself.
 */
const STAGES = [
  [['build'], ['types', 'format']],
  [['lint'], ['zwave-js'], ['unit']],
  [['browser', 'storms', 'waits', 'matrices', 'changed']]
];

/** What runs only after a build. */
const NEED_BUILD = ['unit', 'browser', 'matrices'];

/** What opens pages: the unit tests of components too. */
const NEED_CHROMIUM = ['unit', 'browser', 'matrices', 'changed'];

/** The test programs. @type {Record<string, Work>} */
const programs = {
  unit: (onLine) => vitest(onLine, 'unit', ['run']),
  'zwave-js': async (onLine) => {
    await installZWaveJs();
    return vitest(onLine, 'zwave-js', ['run', '--config', 'tests/zwave-js/vitest.config.ts']);
  },
  browser: (onLine) => playwright(onLine, 'browser')
};

/** What runs only if it is named. @type {Record<string, Work>} */
const named = {
  storms: (onLine) => vitest(onLine, 'storms', ['run', '--project', 'node', 'tests/faults'], WHOLE),
  waits: (onLine) =>
    vitest(onLine, 'waits', ['run', '--project', 'node', '.long.'], { MANTEL_TEST_LONG: '1' }),
  matrices: (onLine) => playwright(onLine, 'matrices', [], WHOLE),
  changed: async (onLine) => {
    const { changedFiles, specsOf } = await import('./changed.mjs');
    const files = changedFiles();
    const specs = specsOf(files);
    process.stderr.write(
      `${files.length} files differ; ${specs.length} browser tests open pages that load them\n`
    );
    const unit = await vitest(onLine, 'related', ['related', '--run', '--passWithNoTests', ...files]);
    if (specs.length === 0 || unit.failed > 0) return unit;
    await build();
    const browser = await playwright(onLine, 'browser', specs);
    return { ...browser, passed: unit.passed + browser.passed };
  }
};

/** @param {string} program below node_modules @param {string[]} args */
async function check(program, ...args) {
  await run(packaged(program, ...args), { env, silenceTimeoutMs: QUIET_TIMEOUT_MS });
}

/**
 * @param {OnLine} onLine
 * @param {string} name of its report
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more] variables
 */
function vitest(onLine, name, args, more) {
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return counted(onLine, name, packaged('vitest/vitest.mjs', ...args, ...reporters), more);
}

/**
 * @param {OnLine} onLine
 * @param {string} name of its report
 * @param {string[]} [args]
 * @param {NodeJS.ProcessEnv} [more] variables
 */
function playwright(onLine, name, args = [], more) {
  const command = packaged('@playwright/test/cli.js', 'test', '--reporter=list,json', ...args);
  return counted(onLine, name, command, { ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) });
}

const reportOf = (/** @type {string} */ name) => join(root, `test-results/${name}.json`);

/** A line about a passed or skipped test, as Vitest and Playwright print it. */
const PASSED = /^\s*(?:[✓↓]|ok\s+\d|-\s+\d)/u;

/**
 * Runs a test program, and counts by its report. It has failed too without a failed test: by an error outside of a test, or if it hangs.
 * @param {OnLine} onLine
 * @param {string} name of its report
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [more] variables
 * @returns {Promise<Count>}
 */
async function counted(onLine, name, command, more) {
  /** @type {Error | undefined} */
  let failure;
  const options = { onLine, env: { ...env, ...more } };
  const isQuiet = name in named;
  await run(command, isQuiet ? { ...options, silenceTimeoutMs: QUIET_TIMEOUT_MS } : options).catch(
    (/** @type {CommandFailed} */ { message, output }) => {
      const lines = output.split('\n').filter((line) => !PASSED.test(line));
      failure = new CommandFailed(message, { output: lines.join('\n') });
    }
  );
  const read = existsSync(reportOf(name)) ? JSON.parse(readFileSync(reportOf(name), 'utf8')) : {};
  const flaky = flakyIn(read.suites ?? []);
  for (const title of flaky) process.stderr.write(`flaky        ${title}\n`);
  const tooMany = flaky.length > MAX_FLAKY ? flaky.length : 0;
  if (tooMany > 0) failure ??= new Error(`More than ${MAX_FLAKY} tests passed only at the second try.`);
  // Vitest's report, or Playwright's.
  const { stats = { expected: read.numPassedTests ?? 0, unexpected: read.numFailedTests ?? 0 } } = read;
  const failed = Math.max(stats.unexpected + tooMany, failure ? 1 : 0);
  return { passed: stats.expected + flaky.length - tooMany, failed, failure };
}

/**
 * The titles of Playwright's tests that passed only at the second try.
 * @param {import('@playwright/test/reporter').JSONReportSuite[]} suites
 * @returns {string[]}
 */
const flakyIn = (suites) =>
  suites.flatMap(({ suites: inner = [], specs = [], file }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file}: ${title}`),
    ...flakyIn(inner)
  ]);

/** Prepares what the steps need: packages, for tests an empty folder for reports, and a browser. @param {string[]} wanted */
async function prepare(wanted) {
  await install('all');
  if (wanted.every((name) => name in checks)) return;
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  mkdirSync(join(root, 'test-results'));
  if (!wanted.some((name) => NEED_CHROMIUM.includes(name))) return;
  const { findChromium } = await import('./chromium.mjs');
  const { path, version, from } = await step('chromium', findChromium);
  process.stderr.write(`Chromium ${version} from ${from}\n`);
  env['MANTEL_CHROMIUM'] = path;
}

/**
 * Runs the steps that are wanted. Without a build nothing that needs it runs.
 * @param {string[]} names
 */
async function runSteps(names) {
  const steps = { ...checks, ...programs, ...named };
  const unknown = names.filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Error(`No step is called ${unknown.join(', ')}: there are ${Object.keys(steps).join(', ')}.`);
  const wanted = names.length > 0 ? names : Object.keys({ ...checks, ...programs });
  await prepare(wanted);
  if (wanted.some((name) => NEED_BUILD.includes(name))) wanted.push('build');
  const total = { passed: 0, failed: 0 };
  let isBuilt = true;

  /** @param {string} name */
  async function runStep(name) {
    /** @type {Count} */
    let count = { passed: 0, failed: 1 };
    const isPossible = isBuilt || !NEED_BUILD.includes(name);
    await step(name, async (onLine) => {
      if (!isPossible) throw new Error('not run, because the build failed');
      count = (await steps[name]?.(onLine)) ?? { passed: 1, failed: 0 };
      if (count.failed > 0) throw count.failure ?? new Error('A test failed.');
    }).catch(() => undefined);
    if (name === 'build') isBuilt = count.failed === 0;
    total.passed += count.passed;
    total.failed += count.failed;
  }

  const runRow = async (/** @type {string[]} */ row) => {
    for (const name of row.filter((each) => wanted.includes(each))) await runStep(name);
  };
  for (const rows of STAGES) await Promise.all(rows.map(runRow));
  return total;
}

checkNode();
let total = { passed: 0, failed: 1 };
try {
  total = await runSteps(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
