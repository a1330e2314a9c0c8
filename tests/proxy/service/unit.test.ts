import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BACKUP_TIMER_TEXT, backupUnitText, unitText } from '../../../proxy/service/unit';
import { temporaryFolder } from '../../support/temporary-folder';

/** Exposure that `systemd-analyze security` may report, times ten. */
const MAX_EXPOSURE = 25;

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

/** The unit in a file with its name. */
async function unitFile() {
  const path = join(await temporaryFolder(), 'mantel.service');
  await writeFile(path, unitText('/bin/sh'));
  return path;
}

it.each([
  ['mantel.service', unitText('/usr/bin/node')],
  ['mantel-backup.service', backupUnitText('/usr/bin/node')],
  ['mantel-backup.timer', BACKUP_TIMER_TEXT]
])(
  'packaging/%s is the one that the program installs (npx tsx build/packaging.mjs writes it)',
  async (name, text) => {
    const path = fileURLToPath(new URL(`../../../packaging/${name}`, import.meta.url));
    expect(await readFile(path, 'utf8')).toBe(text);
  }
);

it('the unit leaves what Mantel needs: its data, netlink, broadcast, and compiled code', () => {
  const text = unitText('/usr/bin/node');
  for (const line of ['StateDirectory=mantel', 'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK'])
    expect(text).toContain(`${line}\n`);
  // Each of these breaks discovery, the neighbour table or V8.
  expect(text).not.toMatch(
    /^(?:IPAddressDeny|PrivateNetwork|ProcSubset|MemoryDenyWriteExecute|DynamicUser)=/m
  );
});

it('the nightly backup reads the options of the service, such as another data folder, and then its own', () => {
  const variables = backupUnitText('/usr/bin/node').match(/^Environment.*$/gm);
  expect(variables).toEqual([
    'Environment=MANTEL_DATA_DIR=/var/lib/mantel',
    'EnvironmentFile=-/etc/mantel/mantel.env',
    'EnvironmentFile=/etc/mantel/backup.env'
  ]);
});

describe.runIf(hasAnalyzer)('systemd-analyze', () => {
  it('verifies the unit', async () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', await unitFile()], {
      encoding: 'utf8'
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('verifies the timer and the unit of the nightly backup', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'mantel-backup.service'), backupUnitText('/bin/sh'));
    const timer = join(folder, 'mantel-backup.timer');
    await writeFile(timer, BACKUP_TIMER_TEXT);
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', timer, join(folder, 'mantel-backup.service')],
      {
        encoding: 'utf8'
      }
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('rates the exposure of the unit low', async () => {
    const argv = ['security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager', await unitFile()];
    expect(() => execFileSync('systemd-analyze', argv, { stdio: 'pipe' })).not.toThrow();
  });
});
