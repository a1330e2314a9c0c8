import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunProgram } from '../../../../proxy/box/process';
import { update } from '../../../../proxy/box/update/update';
import { archiveOf, installedService, messageOf, programOf } from '../../../support/installed-service';

const prototypeOf = (file: FileHandle): FileHandle => Object.getPrototypeOf(file);

/** Writes the hash of an archive beside it. */
async function writeHash(archive: string) {
  const hash = createHash('sha256').update(await readFile(archive));
  await writeFile(`${archive}.sha256`, `${hash.digest('hex').toUpperCase()}  ${basename(archive)}\n`);
}

it('an archive that is replaced after it was checked is not unpacked', async () => {
  const { deps, folder, base, current } = await installedService();
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  const other = await archiveOf(folder, '6.6.6', programOf('6.6.6'));
  const run: RunProgram = async (start, ...argv) => {
    if ((typeof start === 'object' ? start.program : start) === 'tar') await rename(other, archive);
    return deps.run(start, ...argv);
  };
  await writeHash(archive);
  expect(messageOf(await update(archive, { ...deps, run }))).toBe('updated');
  const installedPackage = await readFile(join(base, await current(), 'package.json'), 'utf8');
  expect(installedPackage).toContain('1.1.0');
});

it('the owner of the data runs a new version before it is installed, without the variables of root', async () => {
  const { deps, folder, dataDir } = await installedService();
  const { uid, gid } = await stat(dataDir);
  const variables = `require('fs').writeSync(2, Object.keys(process.env).join());`;
  const archive = await archiveOf(folder, '1.1.0', `${variables}${programOf('1.1.0')}`);
  const starts: unknown[] = [];
  const run: RunProgram = async (start, ...argv) => {
    const done = await deps.run(start, ...argv);
    if (argv.at(-1) === '--version' && typeof start === 'object') starts.push(start.owner, done.stderr);
    return done;
  };
  expect(messageOf(await update(archive, { ...deps, run, uid: 0 }))).toBe('updated');
  expect(starts).toEqual([{ uid, gid }, 'PATH']);
});

it('a roll back gives files to the owner of the data by their descriptors: a link can be at their path', async () => {
  const { deps, folder, dataDir } = await installedService((version) => version.endsWith('1.0.0'));
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  const { uid, gid } = await stat(dataDir);
  const file = await open(archive);
  const given = vi.spyOn(prototypeOf(file), 'chown');
  onTestFinished(() => given.mockRestore());
  await file.close();
  const run: RunProgram = async (...command) => {
    // From here on only the roll back writes data.
    if (command[1] === 'stop') given.mockClear();
    return deps.run(...command);
  };
  expect(messageOf(await update(archive, { ...deps, run, uid: 0 }))).toMatch(/is back with its data/);
  expect(given.mock.calls).toEqual((await readdir(dataDir)).map(() => [uid, gid]));
});

it.each([
  ['that is not verified', '1.1.0', false, /^The archive is not verified: /],
  ['of an older version', '0.9.9', true, /^Mantel 0\.9\.9 is older than 1\.0\.0, which runs\./],
  ['of a pre-release of the version that runs', '1.0.0-rc.1', true, /^Mantel 1\.0\.0-rc\.1 is older than/]
])('an archive %s is installed only after a yes', async (_, version, isVerified, question) => {
  const { deps, folder, current, versions, ran } = await installedService();
  const archive = await archiveOf(folder, version, programOf(version));
  if (isVerified) await writeHash(archive);
  const asked: string[] = [];
  const answering = (answer: boolean | undefined) => ({
    ...{ ...deps, isSure: false },
    terminal: {
      askYes: async (text: string) => {
        asked.push(text);
        return answer;
      }
    }
  });
  expect(messageOf(await update(archive, { ...deps, isSure: false }))).toMatch(
    new RegExp(`${question.source}.* Run this on a terminal, or add --yes\\.$`)
  );
  for (const answer of [false, undefined])
    expect(messageOf(await update(archive, answering(answer)))).toBe('Nothing has changed.');
  expect([await current(), await versions(), ran]).toEqual(['versions/1.0.0', ['1.0.0'], []]);
  expect(messageOf(await update(archive, answering(true)))).toBe('updated');
  expect(asked).toEqual(Array(3).fill(expect.stringMatching(question)));
});
