import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PATHS, systemFilesOf } from '../../../../proxy/box/service/system-files';
import { temporaryFolder } from '../../../support/temporary-folder';

/** Exposure that `systemd-analyze security` may report, times ten. */
const MAX_EXPOSURE = 25;

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

/** The text of a unit. */
const unitText = async (name: string, node = '/usr/bin/node') =>
  (await systemFilesOf(ROOT, node)).get(join(PATHS.units, name))?.text ?? '';

/** Units in files with their names, in one folder. */
async function unitFiles(...names: readonly string[]) {
  const folder = await temporaryFolder();
  for (const name of names) await writeFile(join(folder, name), await unitText(name, '/bin/sh'));
  return names.map((name) => join(folder, name));
}

it.each(['mantel.service', 'mantel-backup.service'] as const)(
  '%s runs the installed program with the Node of the installation, on the installed data',
  async (name) => {
    const text = await unitText(name, '/srv/$&/node');
    expect(text).toMatch(
      /^ExecStart=(?:\/usr\/bin\/env -u MANTEL_BACKUP )?\/srv\/\$&\/node \/opt\/mantel\/current\/dist\/main\.js\b/m
    );
    expect(text).toContain(`Environment=MANTEL_DATA_DIR=${PATHS.data}`);
  }
);

it('the unit leaves what Mantel needs: its data, netlink, broadcast, and compiled code', async () => {
  const text = await unitText('mantel.service');
  for (const line of ['StateDirectory=mantel', 'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK'])
    expect(text).toContain(`${line}\n`);
  // Each of these breaks discovery, the neighbour table or V8.
  expect(text).not.toMatch(
    /^(?:IPAddressDeny|PrivateNetwork|ProcSubset|MemoryDenyWriteExecute|DynamicUser)=/m
  );
});

it('the nightly backup reads the options of the service, such as another data folder, and then its own', async () => {
  const text = await unitText('mantel-backup.service');
  const variables = text.match(/^Environment.*$/gm);
  expect(variables).toEqual([
    'Environment=MANTEL_DATA_DIR=/var/lib/mantel',
    'EnvironmentFile=-/etc/mantel/mantel.env',
    'EnvironmentFile=/etc/mantel/backup.env'
  ]);
  // The folder is the argument of a command. As a variable of the program it would be refused.
  expect(text).toMatch(/^ExecStart=\/usr\/bin\/env -u MANTEL_BACKUP \S+ \S+ backup \$\{MANTEL_BACKUP\}$/m);
});

describe.runIf(hasAnalyzer)('systemd-analyze', () => {
  it.each([
    ['the unit', ['mantel.service']],
    ['the unit of updates', ['mantel-update.service']],
    ['the timer and the unit of the nightly backup', ['mantel-backup.timer', 'mantel-backup.service']]
  ] as const)('verifies %s', async (_, names) => {
    const paths = await unitFiles(...names);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('rates the exposure of the unit low', async () => {
    const files = await unitFiles('mantel.service');
    const argv = ['security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager', ...files];
    expect(() => execFileSync('systemd-analyze', argv, { stdio: 'pipe' })).not.toThrow();
  });
});
