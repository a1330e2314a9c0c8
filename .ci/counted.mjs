import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestsFailed } from './plan.mjs';
import { root, run } from './steps.mjs';

/** Where the two test programs leave their reports. */
export const reports = { vitest: 'test-results/vitest.json', playwright: 'test-results/playwright.json' };

/** @typedef {import('./plan.mjs').Count} Count */

/**
 * Runs a test program and takes its count from its report. One that ends badly without a failed test (a file
 * that does not load, an error outside of any test) has failed once.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @param {() => Count} read
 * @returns {Promise<Count>}
 * @throws {TestsFailed}
 */
export async function counted(command, env, read) {
  try {
    await run(command, { env });
  } catch (cause) {
    const { passed, failed } = readOrNothing(read);
    throw new TestsFailed(
      { passed, failed: Math.max(failed, 1) },
      cause instanceof Error ? cause : new Error(String(cause))
    );
  }
  return read();
}

/** @param {() => Count} read */
function readOrNothing(read) {
  try {
    return read();
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** @returns {Count} */
export function readVitest() {
  const { numPassedTests, numFailedTests } = readJson(reports.vitest);
  return { passed: numPassedTests, failed: numFailedTests };
}

/** @returns {Count} */
export function readPlaywright() {
  const { expected, unexpected, flaky } = readJson(reports.playwright).stats;
  return { passed: expected, failed: unexpected + flaky };
}
