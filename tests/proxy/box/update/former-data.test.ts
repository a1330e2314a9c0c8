import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeArchive } from '../../../../proxy/box/backup/archive';
import { KEY_BYTES } from '../../../../proxy/server/base/store/seal';
import { howToGoBack } from '../../../../proxy/box/update/former-data';
import { temporaryFolder } from '../../../support/temporary-folder';

const backupOf = (format?: string) =>
  writeArchive(
    new Map([['key', Buffer.alloc(KEY_BYTES)], ...(format ? [['format', Buffer.from(format)] as const] : [])])
  );

it('the newest backup of an update that this version can read is named, or their folder if none is seen', async () => {
  const root = await temporaryFolder();
  expect(await howToGoBack(root)).toBe(
    'It is `mantel restore <file> --data-dir <folder>`; an update keeps its backups in /opt/mantel/backups.'
  );
  const folder = join(root, 'opt/mantel/backups');
  await mkdir(folder, { recursive: true });
  const backups = [backupOf(), backupOf('1\n'), backupOf('2\n'), Buffer.from('damaged')];
  for (const [at, backup] of backups.entries())
    await writeFile(join(folder, `mantel-2026-01-0${at}.backup`), backup);
  expect(await howToGoBack(root)).toBe(
    `It is \`mantel restore ${folder}/mantel-2026-01-01.backup --data-dir <folder>\`.`
  );
});
