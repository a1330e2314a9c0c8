import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { goBack, update } from '../../../../proxy/box/update/update';
import { FORMAT, FORMAT_CONTENT } from '../../../../proxy/server/base/store/folder-format';
import { archiveOf, installedService, messageOf, screensOf } from '../../../support/installed-service';
import { sealFile, unsealFile } from '../../../support/sealed-folder';

/** The format file of a newer version. */
const NEWER = `${FORMAT + 1}\n`;

/** A service that was updated to 1.1.0. */
async function updatedService(dataFormat = FORMAT) {
  const service = await installedService();
  const archive = await archiveOf(service.folder, '1.1.0', { dataFormat, unit: '# of 1.1.0\n' });
  expect(messageOf(await update(archive, service.deps))).toBe('updated');
  const packageFolder = join(service.base, 'versions', await service.current());
  return { ...service, deps: { ...service.deps, packageFolder, now: Date.UTC(2026, 1, 1) } };
}

it('the version before comes back with the data of now and its units, and so does the newer one after it', async () => {
  const { deps, dataDir, current, installed, hooks } = await updatedService();
  const newer = await current();
  hooks['start mantel'] = async () => expect(await unsealFile(dataDir, 'layout-0a')).toMatch(/^changed by/);
  expect(messageOf(await goBack(deps))).toBe('updated');
  expect(await current()).toBe('1.0.0');
  expect(await installed('/etc/systemd/system/mantel.service')).not.toContain('# of 1.1.0');
  expect(messageOf(await goBack(deps))).toBe('updated');
  expect(await current()).toBe(newer);
});

it('a version before that cannot read the data of now gets those of before, after it was said what is lost; who was signed out stays out', async () => {
  const { deps, base, dataDir, current, hooks } = await updatedService(FORMAT + 1);
  await writeFile(join(dataDir, 'format'), NEWER);
  await sealFile(dataDir, 'layout-0a', 'renamed');
  await sealFile(dataDir, 'screens', screensOf('Kitchen', 'Guest'));
  // More updates have made more backups: the one of that format must not be rotated out.
  const asked: string[] = [];
  const answering = (answer: boolean) => ({
    ...deps,
    isSure: false,
    terminal: {
      async askYes(question: string) {
        asked.push(question);
        return answer;
      }
    }
  });
  expect(messageOf(await goBack(answering(false)))).toBe('Nothing has changed.');
  expect(await current()).toMatch(/^1\.1\.0/);
  const startedWith: unknown[] = [];
  hooks['start mantel'] = async () => startedWith.push(await unsealFile(dataDir, 'layout-0a'));
  expect(messageOf(await goBack(answering(true)))).toBe('updated');
  expect(asked[1]).toMatch(
    /^Mantel 1\.0\.0 cannot read the data of now\. \S+mantel-2026-01-01T\S+\.backup comes back\. Lost is what changed since: (?=.*phones and tablets)(?=.*names, icons).* Go on\? /
  );
  expect(await current()).toBe('1.0.0');
  expect(startedWith).toEqual(['chosen']);
  expect(await unsealFile(dataDir, 'screens')).toEqual(screensOf('Kitchen'));
  expect(await readFile(join(dataDir, 'format'))).toEqual(FORMAT_CONTENT);
  expect(await readdir(join(base, 'backups'))).toHaveLength(2);
});

it.each([
  ['no version before', async () => undefined, /^No version before this one is kept/],
  [
    'no backup that it can read',
    async (dataDir: string) => writeFile(join(dataDir, 'format'), NEWER),
    /^Mantel 1\.0\.0 cannot read the data\. The folder was written by a newer Mantel.* Nor can it read a backup in \/opt\/mantel\/backups\.$/
  ],
  [
    'a folder of an earlier build',
    async (dataDir: string) => rm(join(dataDir, 'format')),
    /^Mantel 1\.0\.0 cannot read the data\. The folder is too old\. This folder is of an earlier build that was never released\. Move it away/
  ]
] as const)('the way back is refused where there is %s', async (what, plant, why) => {
  const service = what === 'no version before' ? await installedService() : await updatedService(FORMAT + 1);
  await plant(service.dataDir);
  for (const name of await readdir(join(service.base, 'backups')).catch(() => []))
    await writeFile(join(service.base, 'backups', name), 'damaged');
  expect(messageOf(await goBack(service.deps))).toMatch(why);
});
