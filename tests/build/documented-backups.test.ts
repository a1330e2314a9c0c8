import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeBackup } from '../../proxy/backup/commands';
import { readOptions } from '../../proxy/cli/read-options';
import { builtProgram } from '../support/built-program';
import { sealedFolder } from '../support/sealed-folder';
import { temporaryFolder } from '../support/temporary-folder';
import { codeIn } from './document-commands';
import { readText } from './repository';

const execute = promisify(execFile);
const DAY_MS = 24 * 60 * 60 * 1000;

const lines = codeIn(readText('docs/backup.md'));

/** The commands of the lines that start like this. */
const commandsAfter = (start: RegExp) =>
  lines.filter((line) => start.test(line)).map((line) => line.replace(start, ''));

/** The command of the crontab, after its five fields of time, and of the unit. */
const CRONTAB = commandsAfter(/^(?:[\d*/,-]+ ){5}(?=\/)/);
const UNIT = commandsAfter(/^ExecStart=/);

const program = builtProgram();

it.each([
  ['a crontab', CRONTAB],
  ['a unit', UNIT]
])('the line for %s makes 31 backups in 31 nights, and keeps 30', async (_, found) => {
  const [command = '', ...others] = found;
  expect(others).toEqual([]);
  // cron makes a new line of it, and systemd a specifier.
  expect(command).not.toContain('%');
  const folder = await temporaryFolder();
  const dataDir = await sealedFolder({ screens: ['Kitchen'] });
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'passphrase'), 'correct horse battery\n', { mode: 0o600 });
  const mantel = `#!/bin/sh\nMANTEL_DATA_DIR=${dataDir} exec ${process.execPath} ${program} "$@"\n`;
  await writeFile(join(folder, 'mantel'), mantel);
  await chmod(join(folder, 'mantel'), 0o755);
  const here = command
    .replace('/usr/local/bin/mantel', join(folder, 'mantel'))
    .replace('/srv/backups', join(folder, 'backups'))
    .replace('/root/mantel.passphrase', join(folder, 'passphrase'));
  expect(here.split(folder)).toHaveLength(4);

  // The last night is today, as cron runs it; the others differ in their time, and take no second for the passphrase.
  const today = Date.now();
  const read = readOptions(here.split(' ').slice(1), {});
  if (!read.ok || read.value.kind !== 'backup') throw new Error(`It is no backup: ${here}`);
  const { file, options } = read.value;
  for (let night = 30; night > 0; night--) {
    const said: string[] = [];
    const failure = await makeBackup({
      ...{ file, options: { ...options, dataDir, plain: true }, terminal: null },
      now: today - night * DAY_MS,
      say: (text) => void said.push(text)
    });
    expect(failure).toBeUndefined();
    expect(said).toHaveLength(1);
  }
  const before = await readdir(join(folder, 'backups'));
  expect(before).toHaveLength(30);
  const { stderr } = await execute('/bin/sh', ['-c', here], {
    env: { PATH: '/usr/bin:/bin', HOME: '/root' }
  });
  expect(stderr).toMatch(/^Backed up \S+ to \S+\.\nDeleted the oldest: 1\.\n$/);
  const after = await readdir(join(folder, 'backups'));
  expect(after).toHaveLength(30);
  expect(before.filter((name) => !after.includes(name))).toEqual([before.sort()[0]]);
});
