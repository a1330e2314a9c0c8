import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readEnvironmentFile } from '../../../../proxy/box/cli/environment-file';
import { startBackups, stopBackups } from '../../../../proxy/box/service/nightly-backups';
import type { ServiceDeps } from '../../../../proxy/box/service/system';
import { PATHS } from '../../../../proxy/box/service/system-files';
import { temporaryFolder } from '../../../support/temporary-folder';

const packageFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** An installed service in a temporary folder. A command of systemctl in `failing` fails. */
async function system(failing = '') {
  const root = await temporaryFolder();
  const at = (path: string) => join(root, path);
  await mkdir(at('/usr/local/bin'), { recursive: true });
  await writeFile(at(PATHS.command), '');
  const secret = at('passphrase');
  await writeFile(secret, 'correct horse battery\n', { mode: 0o600 });
  const ran: string[] = [];
  const deps: ServiceDeps = {
    root,
    packageFolder,
    version: '1.0.0',
    node: '/usr/bin/node',
    uid: 0,
    print: () => undefined,
    async run(_program, ...argv) {
      ran.push(argv.join(' '));
      return { code: argv.join(' ') === failing ? 1 : 0, stdout: '', stderr: 'why' };
    }
  };
  const wanted = { folder: at('/srv/my "back ups"'), keep: undefined, plain: false, passphraseFile: secret };
  const settings = () => readFile(at(PATHS.backupEnvironment), 'utf8').catch(() => undefined);
  return { deps, at, ran, wanted, secret, settings };
}

it('nightly backups are turned on after a first one was made', async () => {
  const { deps, ran, wanted, secret, settings } = await system();
  expect(await startBackups(wanted, deps)).toMatchObject({ ok: true });
  expect(readEnvironmentFile((await settings()) ?? '')).toEqual({
    MANTEL_BACKUP: wanted.folder,
    MANTEL_KEEP: '30',
    MANTEL_PASSPHRASE_FILE: secret
  });
  expect(ran.slice(1)).toEqual(['start mantel-backup.service', 'enable --now mantel-backup.timer']);
  expect((await stat(wanted.folder)).mode & 0o755).toBe(0o755);
  await stopBackups(deps);
  expect(ran.at(-1)).toBe('disable --now mantel-backup.timer');
  expect(await settings()).toBeUndefined();
});

it('nightly backups stay as they were if the first one fails', async () => {
  const { deps, ran, wanted, settings } = await system('start mantel-backup.service');
  const done = await startBackups(wanted, deps);
  expect(done.ok ? '' : done.error.message).toMatch(/^Nothing has changed.*journalctl -u mantel-backup/);
  expect(ran).not.toContain('enable --now mantel-backup.timer');
  expect(await settings()).toBeUndefined();
});

it('nightly backups need a passphrase that others cannot read', async () => {
  const { deps, wanted, secret, settings } = await system();
  const messageOf = async (changes: object) => {
    const done = await startBackups({ ...wanted, ...changes }, deps);
    return done.ok ? '' : done.error.message;
  };
  expect(await messageOf({ passphraseFile: undefined })).toMatch(/--passphrase-file.*--plain/);
  expect(await messageOf({ passphraseFile: join(secret, 'none') })).toContain('cannot be read');
  await writeFile(`${secret}.open`, 'correct horse battery\n', { mode: 0o644 });
  expect(await messageOf({ passphraseFile: `${secret}.open` })).toContain('chmod 600');
  expect(await settings()).toBeUndefined();
});

it('nightly backups need a passphrase file of root, and say so of a folder in which others may write', async () => {
  const { deps, wanted, secret, at } = await system();
  const said: string[] = [];
  const start = (passphraseFile: string) =>
    startBackups(
      { ...wanted, folder: at('/shared'), passphraseFile },
      { ...deps, print: (text) => void said.push(text) }
    );
  await mkdir(at('/shared'));
  await chmod(at('/shared'), 0o777);
  expect(await start(secret)).toMatchObject({ ok: true });
  expect(said.join('')).toContain('Others than root may write');
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chown(secret, 65_534, 65_534);
  const other = await start(isRoot ? secret : '/etc/passwd');
  expect(other.ok ? '' : other.error.message).toContain('belongs to another user');
});

it('nightly backups need the service, and root', async () => {
  const { deps, at, wanted } = await system();
  const other = await startBackups(wanted, { ...deps, uid: 1000 });
  expect(other.ok ? '' : other.error.message).toContain('sudo');
  const none = await startBackups(wanted, { ...deps, root: at('/none') });
  expect(none.ok ? '' : none.error.message).toContain('service install');
});
