import { join, relative } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { counted } from '../../.ci/counted.mjs';
import { TestsFailed } from '../../.ci/plan.mjs';
import { CommandFailed, root, type RunOptions } from '../../build/steps.mjs';
import { temporaryFolder } from '../support/temporary-folder';

const OF_VITEST = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 4 };
const OF_PLAYWRIGHT = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } };

/** A test program that writes a report, prints lines, and ends with a code, or not at all. */
async function program({ wrote, said = [], then = 'process.exit(0)' }: Said) {
  const report = relative(root, join(await temporaryFolder(), 'report.json'));
  const text = JSON.stringify(JSON.stringify(wrote));
  const script = [
    wrote ? `require('fs').writeFileSync(${JSON.stringify(report)}, ${text})` : '',
    `console.log(${JSON.stringify(said.join('\n'))})`,
    then
  ].join(';');
  return { command: [process.execPath, '-e', script], report };
}

interface Said {
  readonly wrote?: object;
  readonly said?: readonly string[];
  readonly then?: string;
}

/** The error of a program that fails. */
async function failureOf(said: Said, options: RunOptions = {}) {
  const { command, report } = await program(said);
  const error: unknown = await counted(command, { report, ...options }).catch((caught: unknown) => caught);
  if (!(error instanceof TestsFailed) || !(error.cause instanceof CommandFailed))
    throw new Error('The program did not fail.');
  return { count: error.count, output: error.cause.output.trim().split('\n') };
}

it.each([
  ['Vitest', { ...OF_VITEST, numFailedTests: 0 }, { passed: 2, failed: 0 }],
  ['Playwright', { stats: { ...OF_PLAYWRIGHT.stats, unexpected: 0 } }, { passed: 5, failed: 1 }]
])('passed and flaky tests are counted from the report of %s', async (_, wrote, count) => {
  const { command, report } = await program({ wrote });
  expect(await counted(command, { report })).toEqual(count);
});

it('a failed program is reported without the lines about its passed tests', async () => {
  const said = [
    ' ✓ |node| a.test.ts (3 tests)',
    '  ✓  12 b.spec.ts',
    '  -  13 c.spec.ts',
    ' × breaks',
    '+ 1'
  ];
  expect(await failureOf({ wrote: OF_VITEST, said, then: 'process.exit(1)' })).toEqual({
    count: { passed: 2, failed: 1 },
    output: ['× breaks', '+ 1']
  });
});

it('a program that fell silent before its report counts as one failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const then = 'setInterval(() => {}, 1e6)';
  const onLine = (line: string) => line === 'began' && vi.advanceTimersByTime(1_000);
  expect(await failureOf({ said: ['began'], then }, { silenceTimeoutMs: 1_000, onLine })).toEqual({
    count: { passed: 0, failed: 1 },
    output: ['began']
  });
});

it('a program that fails without a failed test counts as one failure', async () => {
  const { count } = await failureOf({ wrote: { ...OF_VITEST, numFailedTests: 0 }, then: 'process.exit(1)' });
  expect(count).toEqual({ passed: 2, failed: 1 });
});

it('a program that succeeds without a report counts as a failure', async () => {
  const { command, report } = await program({});
  await expect(counted(command, { report })).rejects.toMatchObject({ count: { passed: 0, failed: 1 } });
});
