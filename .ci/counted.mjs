import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailed, root, run } from '../build/steps.mjs';
import { TestsFailed } from './plan.mjs';

/**
 * Runs a test program whose JSON reporter writes a report. A program that fails without a failed test (a file that does not load,
 * an error outside a test, a timeout), or that writes no report, counts as one failure.
 * @param {string[]} command
 * @param {import('../build/steps.mjs').RunOptions & { report: string }} options `report` is its path from the root
 * @returns {Promise<import('./plan.mjs').Count>}
 * @throws {TestsFailed}
 */
export async function counted(command, { report, ...options }) {
  const path = join(root, report);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  try {
    await run(command, options);
    return countOf(path);
  } catch (cause) {
    let count = { passed: 0, failed: 0 };
    try {
      count = countOf(path);
    } catch {
      // It was stopped before it could write one.
    }
    throw new TestsFailed({ ...count, failed: Math.max(count.failed, 1) }, explain(cause));
  }
}

/**
 * Reads the report of Vitest or of Playwright.
 * @param {string} path
 * @returns {import('./plan.mjs').Count}
 */
function countOf(path) {
  const { stats, numPassedTests, numFailedTests } = JSON.parse(readFileSync(path, 'utf8'));
  return stats
    ? { passed: stats.expected, failed: stats.unexpected + stats.flaky }
    : { passed: numPassedTests, failed: numFailedTests };
}

/** A line about a passed or skipped test, as Vitest and Playwright print it. */
const PASSED = /^\s*(?:[✓↓]|ok\s+\d|-\s+\d)/u;

/**
 * Leaves out the lines about passed tests.
 * @param {unknown} cause
 */
function explain(cause) {
  if (!(cause instanceof CommandFailed)) return cause instanceof Error ? cause : new Error(String(cause));
  const { message, output, isStopped } = cause;
  const lines = output.split('\n').filter((line) => !PASSED.test(line));
  return new CommandFailed(message, { output: lines.join('\n'), isStopped });
}
