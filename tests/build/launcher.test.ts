import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'acorn';
import { expect, it } from 'vitest';
import { launcherOf } from '../../build/launcher.mjs';
import { temporaryFolder } from '../support/temporary-folder';

/** Runs a launcher beside a program that prints its arguments. */
async function launch(floor: string, name = 'main.js') {
  const folder = await temporaryFolder();
  await writeFile(join(folder, name), launcherOf(floor));
  await writeFile(join(folder, 'program.mjs'), 'console.log(process.argv.slice(2).join());');
  return promisify(execFile)(process.execPath, [join(folder, name), '--a', '--b'])
    .then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }))
    .catch((error: unknown) => error);
}

it.each(['main.js', 'main.mjs', 'main.cjs'])('the launcher loads the program as %s', async (name) => {
  expect(await launch('20.19', name)).toEqual({ code: 0, stdout: '--a,--b\n', stderr: '' });
});

it.each(['99.1', process.versions.node.replace(/\.\d+$/, '9')])(
  'the launcher names the Node that it needs in one sentence, and loads nothing: %s',
  async (floor) => {
    expect(await launch(floor)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Mantel needs Node ${floor} or newer, but this is ${process.versions.node}: see nodejs.org.\n`
    });
  }
);

it.each(['script', 'module'] as const)('an old Node can parse the launcher as a %s', (sourceType) => {
  expect(() =>
    parse(launcherOf('20.19'), { ecmaVersion: 2020, sourceType, allowHashBang: true })
  ).not.toThrow();
});
