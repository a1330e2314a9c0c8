import { expect, it } from 'vitest';
import { builtProgram } from '../../../support/built-program';
import { ProgramRun } from '../../../support/program-run';

const program = builtProgram();

it.each([
  ['', /^There is no data folder of Mantel at \/|^No backup could be made: /, 1],
  ['not/absolute', /^--data-dir is malformed: this user has no home folder, so name a folder\.\n$/, 2]
])('uses no folder below the working folder if HOME is "%s"', async (HOME, message, code) => {
  const environment = { HOME, XDG_DATA_HOME: '' };
  const run = new ProgramRun(program, ['backup', '/nowhere/a.backup', '--plain'], { environment });
  expect(await run.exitCode()).toBe(code);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toContain(process.cwd());
});

it('prints the state of the service on standard output', async () => {
  const run = new ProgramRun(program, ['service', 'status'], { environment: { PATH: '/nowhere' } });
  expect(await run.exitCode()).toBe(3);
  expect({ stdout: run.stdout, stderr: run.stderr }).toEqual({
    stdout: expect.stringMatching(/^service: not installed, /),
    stderr: ''
  });
});

it('prints its options and its version on request', async () => {
  const help = new ProgramRun(program, ['--help']);
  expect(await help.exitCode()).toBe(0);
  expect(help.stdout).toContain('--discovery-targets');
  const version = new ProgramRun(program, ['--version']);
  expect(await version.exitCode()).toBe(0);
  expect(version.stdout).toMatch(/^\S+\n$/);
});
