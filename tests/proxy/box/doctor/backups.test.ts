import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentLine } from '../../../../proxy/box/cli/environment-file';
import { checkBackups } from '../../../../proxy/box/doctor/data-checks';
import { temporaryFolder } from '../../../support/temporary-folder';

const HOUR = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 5, 3, 3);

it.each<[string, readonly string[], 'ok' | 'problem', RegExp]>([
  ['none', [], 'problem', /no backup in/],
  ['one of a name that Mantel did not give', ['home.backup'], 'problem', /no backup in/],
  ['one of this night', ['mantel-2026-06-02T05-00-00-000Z.backup'], 'ok', /22 hours old/],
  ['one before two nights', ['mantel-2026-06-01T02-00-00-000Z.backup'], 'problem', /49 hours old/],
  [
    'one of the future',
    ['mantel-2027-01-01T03-00-00-000Z.backup'],
    'problem',
    /mantel-2027-01-01\S+ is from the future/
  ]
])('doctor judges the newest backup: %s', async (_, names, level, text) => {
  const folder = join(await temporaryFolder(), 'my backups');
  await mkdir(folder);
  for (const name of names) await writeFile(join(folder, name), '');
  const found = await checkBackups(environmentLine('MANTEL_BACKUP', folder), NOW, process.geteuid?.());
  expect(found).toMatchObject({ level, text: expect.stringMatching(text) as unknown });
});

it('doctor says that the backups are off, and that their folder is gone', async () => {
  expect(await checkBackups(undefined, NOW)).toMatchObject({
    level: 'note',
    advice: expect.stringContaining('service backups') as unknown
  });
  const gone = await checkBackups('MANTEL_BACKUP=/nowhere/backups\n', NOW + HOUR);
  expect(gone).toMatchObject({ level: 'problem', advice: expect.stringContaining('Mount') as unknown });
});

it('doctor notes a folder of backups in which others may write', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'mantel-2026-06-02T05-00-00-000Z.backup'), '');
  const settings = environmentLine('MANTEL_BACKUP', folder);
  await chmod(folder, 0o775);
  const shared = { level: 'note', text: expect.stringContaining('Others than root may write') as unknown };
  expect(await checkBackups(settings, NOW, process.geteuid?.())).toMatchObject(shared);
  await chmod(folder, 0o755);
  expect(await checkBackups(settings, NOW, 65_533)).toMatchObject(shared);
});
