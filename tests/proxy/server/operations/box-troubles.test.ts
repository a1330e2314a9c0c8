import { X509Certificate } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentLine } from '../../../../proxy/box/cli/environment-file';
import { newestNightlyBackup } from '../../../../proxy/box/service/nightly-backups';
import { boxTroublesOf } from '../../../../proxy/server/operations/box-troubles';
import { createAuthority } from '../../../../proxy/server/origin/tls/authority';
import { temporaryFolder } from '../../../support/temporary-folder';

const DAY_MS = 86_400_000;
const HOME = 'aaaaaaaaaaaa';
const { certificate } = createAuthority(Date.UTC(2026, 0, 1));
const ENDS = Date.parse(new X509Certificate(certificate).validTo);
const MADE = Date.UTC(2026, 5, 2, 5);

/** What is so, at a time; and what needs attention. */
it.each([
  ['nothing', {}, MADE, []],
  ['a file that was not written', { unwritten: 1 }, MADE, [{ kind: 'disk' }]],
  ['its record that stopped', { failed: HOME }, MADE, [{ kind: 'record' }]],
  ['the record of another home that stopped', { failed: 'bbbbbbbbbbbb' }, MADE, []],
  ['a certificate of 15 days', {}, ENDS - 15 * DAY_MS, []],
  ['a certificate of 13 days', {}, ENDS - 13 * DAY_MS, [{ kind: 'certificate', at: ENDS }]],
  ['a backup of two days', { backups: ['mantel-2026-06-02T05-00-00-000Z.backup'] }, MADE + 2 * DAY_MS, []],
  [
    'a backup of four days',
    { backups: ['mantel-2026-06-02T05-00-00-000Z.backup'] },
    MADE + 4 * DAY_MS,
    [{ kind: 'backup', at: MADE }]
  ],
  ['no backup although they are on', { backups: [] }, MADE, [{ kind: 'backup', at: 0 }]]
] as const)('a home is told what the box knows of itself: %s', async (_what, so, now, troubles) => {
  const { unwritten, failed, backups } = { unwritten: 0, failed: '', backups: undefined, ...so };
  const folder = await temporaryFolder();
  const settings = join(folder, 'backup.env');
  if (backups) {
    await mkdir(join(folder, 'backups'));
    await writeFile(settings, environmentLine('MANTEL_BACKUP', join(folder, 'backups')));
    for (const name of backups) await writeFile(join(folder, 'backups', name), '');
  }
  const box = {
    clock: { now: () => now },
    serverCertificate: { current: { certificate } },
    store: { unwritten },
    recorder: { hasFailed: (home: string) => home === failed },
    newestBackup: () => newestNightlyBackup(settings)
  };
  expect(await boxTroublesOf(box as never, HOME)).toEqual(troubles);
});
