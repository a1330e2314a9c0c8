import { TestsFailed } from './plan.mjs';
import { CommandFailed, run } from '../build/steps.mjs';
import { countOf, entriesOf, reasonsOf, TALLY } from './tally/tally.mjs';

/**
 * Runs a test program and reads its counts from its tally. A program that fails without a failed test (a file
 * that does not load, an error outside a test, a timeout) counts as one failure. A finished test counts as
 * progress.
 * @param {string[]} command
 * @param {import('../build/steps.mjs').RunOptions & { tally: string }} options `tally` is its path from the root
 * @returns {Promise<import('./plan.mjs').Count>}
 * @throws {TestsFailed}
 */
export async function counted(command, { tally, env = process.env, ...options }) {
  let ended = 0;
  const hasProgressed = () => {
    const before = ended;
    ended = entriesOf(tally).length;
    return ended > before;
  };
  try {
    await run(command, { env: { ...env, [TALLY]: tally }, hasProgressed, ...options });
  } catch (cause) {
    const entries = entriesOf(tally);
    const { passed, failed } = countOf(entries);
    throw new TestsFailed({ passed, failed: Math.max(failed, 1) }, explain(cause, entries));
  }
  return countOf(entriesOf(tally));
}

/** A line about a passed or skipped test, as Vitest and Playwright print it. */
const PASSED = /^\s*(?:[✓↓]|ok\s+\d|-\s+\d)/u;

/**
 * A test program prints the reasons of its failures at its end. If it was stopped, they are read from its
 * tally. Lines about passed tests are left out.
 * @param {unknown} cause
 * @param {import('./tally/tally.mjs').Entry[]} entries
 */
function explain(cause, entries) {
  if (cause instanceof CommandFailed) {
    const lines = cause.output.split('\n').filter((line) => !PASSED.test(line));
    if (cause.isStopped) lines.push(reasonsOf(entries));
    return new CommandFailed(cause.message, { output: lines.join('\n'), isStopped: cause.isStopped });
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}
