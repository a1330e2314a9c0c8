import { expect, it } from 'vitest';
import { runProgram } from './run-program';

it('a program is judged by its exit code, and what it printed is kept', async () => {
  const run = (script: string) => runProgram(process.execPath, ['-e', script]);
  expect(await run("console.log('a')")).toEqual({ stdout: 'a\n', isOk: true });
  expect(await run("console.log('b'); process.exitCode = 1")).toEqual({ stdout: 'b\n', isOk: false });
  expect(await runProgram('no-such-program-anywhere', [])).toBeNull();
});
