/**
 * `npm test`: everything that must hold before a change is kept, from a bare checkout on. `npm test -- lint
 * unit` does only these (and what they need). Says a line for each step, all that a failed step said, and last
 * of all `N passed, N failed`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted, readPlaywright, readVitest, reports } from './counted.mjs';
import { runAll, select } from './plan.mjs';
import { build, checkNode, install } from './prepare.mjs';
import { packaged, root, run, step } from './steps.mjs';

/** No test reaches beyond loopback, and none sees the options of whoever runs it. @type {NodeJS.ProcessEnv} */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MANTEL_'))),
  MANTEL_DISCOVERY_TARGETS: '127.255.255.255',
  MANTEL_MDNS: '0',
  NO_COLOR: '1',
  FORCE_COLOR: undefined
};

/** @type {Record<string, import('./plan.mjs').Step>} */
const steps = {
  build: { work: build },
  types: {
    work: async () => {
      await check('svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json', '--fail-on-warnings');
      await check('typescript/bin/tsc', '--noEmit', '-p', 'proxy');
    }
  },
  lint: { work: () => check('eslint/bin/eslint.js', '.', '--max-warnings', '0') },
  format: { work: () => check('prettier/bin/prettier.cjs', '--check', '.') },
  dependencies: { work: lookAtDependencies },
  weight: { needs: ['build'], work: weigh },
  unit: {
    work: () =>
      counted(
        packaged(
          'vitest/vitest.mjs',
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reports.vitest}`
        ),
        env,
        readVitest
      )
  },
  browser: {
    needs: ['build'],
    isAlone: true,
    work: async () => {
      const result = await counted(packaged('@playwright/test/cli.js', 'test'), env, readPlaywright);
      process.stderr.write('Each page at each width, to look at: test-results/pages\n');
      return result;
    }
  }
};

/**
 * @param {string} program below node_modules
 * @param {string[]} args
 */
async function check(program, ...args) {
  await run(packaged(program, ...args), { env });
}

async function lookAtDependencies() {
  const { auditDependencies } = await import('./dependencies.mjs');
  const { text, isFine } = auditDependencies();
  if (!isFine) throw new Error(text);
  process.stderr.write(`${text}\n`);
}

async function weigh() {
  const { reportWeights } = await import('./weight.mjs');
  const { text, isWithin } = reportWeights();
  if (!isWithin) throw new Error(`${text}\nThe first screen is too heavy.`);
  process.stderr.write(`${text}\n`);
}

/** Everything that the steps take for granted: packages, an empty place for reports, a browser. */
async function getReady() {
  await install();
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  mkdirSync(join(root, 'test-results'));
  const { findChromium } = await import('./chromium.mjs');
  const { path } = await step('chromium', findChromium);
  env['MANTEL_CHROMIUM'] = path;
}

checkNode();
let total = { passed: 0, failed: 1 };
try {
  const chosen = select(steps, process.argv.slice(2));
  await getReady();
  total = await runAll(chosen);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
