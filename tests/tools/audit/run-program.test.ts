import { chmod, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder';
import { runProgram } from '../../../tools/audit/run-program';

it("a program's exit code decides whether it succeeded, and its output is returned", async () => {
  const run = (script: string) => runProgram(process.execPath, ['-e', script]);
  expect(await run("console.log('a')")).toEqual({ stdout: 'a\n', isOk: true });
  expect(await run("console.log('b'); process.exitCode = 1")).toEqual({ stdout: 'b\n', isOk: false });
  expect(await runProgram('no-such-program-anywhere', [])).toBeNull();
});

it('a missing program is reported as null, even if a folder of PATH is unreadable', async () => {
  const closed = join(await temporaryFolder(), 'closed');
  await mkdir(closed);
  await chmod(closed, 0);
  const env = { PATH: `${process.env['PATH'] ?? ''}${delimiter}${closed}` };
  expect(await runProgram('no-such-program-anywhere', [], { env })).toBeNull();
});
