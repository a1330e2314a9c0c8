import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readOptions } from '../../proxy/box/cli/read-options';
import { builtProgram } from '../support/built-program';
import { sealedFolder } from '../support/sealed-folder';
import { temporaryFolder } from '../support/temporary-folder';
import { codeIn } from './document-commands';
import { readText } from './repository';

const execute = promisify(execFile);

const lines = codeIn(readText('docs/backup.md'));

/** The commands of the lines that start like this. */
const commandsAfter = (start: RegExp) =>
  lines.filter((line) => start.test(line)).map((line) => line.replace(start, ''));

/** The command of the crontab, after its five fields of time, and of the unit. */
const COMMANDS = [...commandsAfter(/^(?:[\d*/,-]+ ){5}(?=\/)/), ...commandsAfter(/^ExecStart=/)];

const program = builtProgram();

it('the lines for a crontab and a unit are one command, which makes a backup and keeps 30', async () => {
  const [command = '', ...others] = COMMANDS;
  expect(others).toEqual([command]);
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

  const read = readOptions(here.split(' ').slice(1), {});
  expect(read).toMatchObject({ ok: true, value: { kind: 'backup', options: { keep: 30 } } });
  const { stderr } = await execute('/bin/sh', ['-c', here], {
    env: { PATH: '/usr/bin:/bin', HOME: '/root' }
  });
  expect(stderr).toMatch(/^Backed up \S+ to \S+\.\n$/);
  expect(await readdir(join(folder, 'backups'))).toHaveLength(1);
});
