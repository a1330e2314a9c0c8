import { appendFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { counted } from '../../.ci/counted.mjs';
import { TestsFailed } from '../../.ci/plan.mjs';
import { CommandFailed, root } from '../../build/steps.mjs';
import { countOf, entriesOf, note, slowestOf } from '../../.ci/tally/tally.mjs';
import { temporaryFolder } from '../support/temporary-folder';

const passed = { file: 'a.test.ts', title: 'holds', state: 'passed', ms: 1_500 } as const;
const failed = {
  file: 'b.test.ts',
  title: 'breaks',
  state: 'failed',
  ms: 200,
  reason: 'expected 1'
} as const;
const skipped = { file: 'b.test.ts', title: 'waits', state: 'skipped', ms: 0 } as const;
const hooks = { file: 'a.test.ts', title: 'hooks', state: null, ms: 1_000 } as const;

/** The path of a new tally, from the root. */
const newTally = async () => relative(root, join(await temporaryFolder(), 'tally.jsonl'));

it('a tally counts passed and failed tests, and nothing else', async () => {
  const tally = await newTally();
  for (const entry of [passed, passed, failed, skipped, hooks]) note(entry, tally);
  expect(countOf(entriesOf(tally))).toEqual({ passed: 2, failed: 1 });
});

it('a tally is read although its writer was killed in the middle of a line', async () => {
  const tally = await newTally();
  note(passed, tally);
  await appendFile(join(root, tally), '{"file": "b.te');
  expect(entriesOf(tally)).toEqual([passed]);
});

it('a tally is written to the path in the environment', async () => {
  const tally = await newTally();
  const url = new URL('../../.ci/tally/tally.mjs', import.meta.url).href;
  const script = `const { note } = await import('${url}'); note(${JSON.stringify(passed)});`;
  const program = [process.execPath, '--input-type=module', '-e', script];
  expect(await counted(program, { tally })).toEqual({ passed: 1, failed: 0 });
});

it('a tally is empty if no test has ended', async () => {
  expect(entriesOf(await newTally())).toEqual([]);
});

it('names the slowest files, with their time outside tests', () => {
  expect(slowestOf([failed, passed, hooks, { ...skipped, file: 'c.test.ts' }], 2)).toEqual([
    '     2.5 s  a.test.ts',
    '     0.2 s  b.test.ts'
  ]);
});

it('reports a failed program without the lines about its passed tests', async () => {
  const said = [
    ' ✓ |node| a.test.ts (3 tests)',
    '  ✓  12 b.spec.ts',
    '  -  13 c.spec.ts',
    ' × breaks',
    '+ 1'
  ];
  const program = [
    process.execPath,
    '-e',
    `console.log(${JSON.stringify(said.join('\n'))}); process.exit(1)`
  ];
  const error: unknown = await counted(program, { tally: await newTally() }).catch(
    (caught: unknown) => caught
  );
  const cause = error instanceof TestsFailed ? error.cause : undefined;
  expect(cause instanceof CommandFailed && cause.output.trim().split('\n')).toEqual(['× breaks', '+ 1']);
});

it('counts the passed tests of a program that fell silent, and reports the failed ones', async () => {
  const tally = await newTally();
  for (const entry of [passed, passed, failed]) note(entry, tally);
  const silent = [process.execPath, '-e', "console.log('began'); setInterval(() => {}, 1e6)"];
  const error: unknown = await counted(silent, { tally, silenceTimeoutMs: 1_000 }).catch(
    (reason: unknown) => reason
  );
  expect(error).toBeInstanceOf(TestsFailed);
  expect(error).toMatchObject({ count: { passed: 2, failed: 1 } });
  const { cause } = error as TestsFailed;
  expect(cause).toBeInstanceOf(CommandFailed);
  expect((cause as CommandFailed).output).toBe('began\n\nb.test.ts › breaks\nexpected 1');
});

it('counts one failure if a test program fails without a failed test', async () => {
  const tally = await newTally();
  note(passed, tally);
  const broken = [process.execPath, '-e', 'process.exit(1)'];
  await expect(counted(broken, { tally })).rejects.toMatchObject({ count: { passed: 1, failed: 1 } });
});
