import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, stat, symlink, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunProgram } from '../../../../proxy/box/process';
import { update } from '../../../../proxy/box/update/update';
import { archiveOf, installedService, messageOf } from '../../../support/installed-service';

const prototypeOf = (file: FileHandle): FileHandle => Object.getPrototypeOf(file);

/** Writes the hash of an archive beside it. */
async function writeHash(archive: string) {
  const hash = createHash('sha256').update(await readFile(archive));
  await writeFile(`${archive}.sha256`, `${hash.digest('hex').toUpperCase()}  ${basename(archive)}\n`);
}

it('an archive that is replaced after it was checked is not unpacked', async () => {
  const { deps, folder, base } = await installedService();
  const archive = await archiveOf(folder, '1.1.0');
  const other = await archiveOf(folder, '6.6.6');
  const run: RunProgram = async (start, ...argv) => {
    if ((typeof start === 'object' ? start.program : start) === 'tar') await rename(other, archive);
    return deps.run(start, ...argv);
  };
  await writeHash(archive);
  expect(messageOf(await update(archive, { ...deps, run }))).toBe('updated');
  const installedPackage = await readFile(join(base, 'current/package.json'), 'utf8');
  expect(installedPackage).toContain('1.1.0');
});

it('data that come back belong to the owner of the folder, by their descriptors: a link can be at their path', async () => {
  const { deps, folder, dataDir, hooks } = await installedService({ '1.1.0': { isUnready: true } });
  const archive = await archiveOf(folder, '1.1.0');
  const { uid, gid } = await stat(dataDir);
  const file = await open(archive);
  const given = vi.spyOn(prototypeOf(file), 'chown');
  onTestFinished(() => given.mockRestore());
  await file.close();
  // A link at the name of a file is replaced, and not followed.
  const secret = join(folder, 'secret');
  await writeFile(secret, 'of root');
  const plantLink = async () => {
    await rm(join(dataDir, 'layout-0a'));
    await symlink(secret, join(dataDir, 'layout-0a'));
  };
  // Before the new version starts, and then before the data come back.
  hooks['daemon-reload'] = async () => void (hooks['daemon-reload'] = plantLink);
  expect(messageOf(await update(archive, deps))).toMatch(/did not become ready.* is back with its data/);
  expect(given.mock.calls).toEqual(Array(4).fill([uid, gid]));
  expect(await readFile(secret, 'utf8')).toBe('of root');
});

it.each([
  ['that is not verified', '1.1.0', false, /^The archive is not verified: /],
  ['of an older version', '0.9.9', true, /^Mantel 0\.9\.9 is older than 1\.0\.0, which runs\./],
  ['of a pre-release of the version that runs', '1.0.0-rc.1', true, /^Mantel 1\.0\.0-rc\.1 is older than/]
])('an archive %s is installed only after a yes', async (_, version, isVerified, question) => {
  const { deps, folder, current, versions, ran } = await installedService();
  const archive = await archiveOf(folder, version);
  if (isVerified) await writeHash(archive);
  const asked: string[] = [];
  const answering = (answer: boolean | undefined) => ({
    ...deps,
    isSure: false,
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
  expect({ current: await current(), versions: await versions(), ran }).toEqual({
    current: '1.0.0',
    versions: ['1.0.0'],
    ran: []
  });
  expect(messageOf(await update(archive, answering(true)))).toBe('updated');
  expect(asked).toEqual(Array(3).fill(expect.stringMatching(question)));
});
