import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { succeed } from '#shared/errors';
import { sealArchive } from '../../../../proxy/box/backup/archive';
import { backUp } from '../../../../proxy/box/backup/back-up';
import { builtProgram } from '../../../support/built-program';
import { temporaryFolder } from '../../../support/temporary-folder';
import { testProxy } from '../../../support/test-proxy';

/** A user without rights, whom every Linux has. */
const NOBODY = 65_534;

const PASSPHRASE = 'correct horse battery';

const program = builtProgram();

/** Runs a program to its end. Each text in `typed` is typed after its question appeared. */
async function run(command: string, argv: readonly string[], typed: readonly [string, string][] = []) {
  const child = spawn(command, argv, { stdio: 'pipe', env: { ...process.env, TERM: 'dumb' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const waiting = [...typed];
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
    const [next] = waiting;
    if (!next || !text.includes(next[0])) return;
    waiting.shift();
    child.stdin.write(`${next[1]}\r`);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  if (typed.length === 0) child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text: text.replaceAll('\r\n', '\n') };
}

/** The program without a terminal, like in a script. */
const mantel = (...argv: string[]) => run(process.execPath, [program, ...argv]);

/** Seals a backup with few rounds, for tests of what is done with it. */
async function sealBackup(dataDir: string, file: string) {
  await backUp({ dataDir, file, passphrase: async () => succeed(null) });
  await writeFile(file, await sealArchive(await readFile(file), PASSPHRASE, { n: 2, r: 8, p: 1 }));
}

/** The data folder of a household with a screen, and paths for backups and copies. */
async function household() {
  const proxy = await testProxy();
  await proxy.cookie();
  await proxy.stop();
  const folder = await temporaryFolder();
  const secret = join(folder, 'passphrase');
  await writeFile(secret, `${PASSPHRASE}\nand a note\n`);
  return {
    dataDir: proxy.dataDir,
    folder,
    secret,
    file: join(folder, 'home.backup'),
    copy: join(folder, 'copy')
  };
}

it('a script seals a backup with the passphrase from a file, which it needs, and restores it with that file', async () => {
  const { dataDir, secret, file, copy } = await household();
  const none = await mantel('backup', file, '--data-dir', dataDir);
  expect(none.code).toBe(2);
  expect(none.text).toMatch(
    /^A backup is encrypted with a passphrase: [^\n]*--passphrase-file[^\n]*--plain\.\n$/
  );
  const made = await mantel('backup', file, '--data-dir', dataDir, '--passphrase-file', secret);
  expect(made).toEqual({ code: 0, text: `Backed up ${dataDir} to ${file}.\n` });
  expect((await readFile(file)).toString('latin1')).toMatch(/^mantel backup 2\n/);
  const restored = await mantel('restore', file, '--data-dir', copy, '--passphrase-file', secret);
  expect(restored).toMatchObject({
    code: 0,
    text: expect.stringContaining('  Kitchen, last seen') as unknown
  });
  // The screens show that a backup restored them.
  for (const name of (await readdir(dataDir)).filter((each) => !/\.|locks|screens/.test(each)))
    expect(await readFile(join(copy, name))).toEqual(await readFile(join(dataDir, name)));
});

it('a script of root restores from files of root, and the files belong to the owner of the folder', async () => {
  const { dataDir, folder, secret, file } = await household();
  const data = join(folder, 'data');
  await sealBackup(dataDir, file);
  await mkdir(data, { mode: 0o700 });
  const uid = process.geteuid?.() === 0 ? NOBODY : (process.geteuid?.() ?? 0);
  const gid = process.geteuid?.() === 0 ? NOBODY : (process.getegid?.() ?? 0);
  await chown(data, uid, gid);
  for (const path of [secret, file]) await chmod(path, 0o600);
  await chmod(folder, 0o711);
  const restored = await mantel('restore', file, '--data-dir', data, '--passphrase-file', secret);
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining(`into ${data}`) as unknown });
  for (const name of ['key', 'screens'])
    expect(await stat(join(data, name))).toMatchObject({ uid, gid, mode: 0o100600 });
});

const noScript = (() => {
  try {
    execFileSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return `there is no script(1) to make one: ${String(error)}`;
  }
})();
if (noScript) console.warn(`A real terminal is not tried: ${noScript}`);

describe.skipIf(noScript !== '')('a user at a terminal', () => {
  /** The program in a terminal. */
  const atTerminal = (argv: readonly string[], typed: readonly [string, string][]) =>
    run('script', ['-qec', [process.execPath, program, ...argv].join(' '), '/dev/null'], typed);

  it('a user at a terminal types the passphrase twice without echo, and once to restore, and sees which screens come back', async () => {
    const { dataDir, file, copy } = await household();
    const made = await atTerminal(
      ['backup', file, '--data-dir', dataDir],
      [
        ['Passphrase for the backup: ', PASSPHRASE],
        ['Repeat the passphrase: ', PASSPHRASE]
      ]
    );
    expect(made).toEqual({
      code: 0,
      text: `Passphrase for the backup: \nRepeat the passphrase: \nBacked up ${dataDir} to ${file}.\n`
    });
    const restored = await atTerminal(
      ['restore', file, '--data-dir', copy],
      [
        ['Passphrase of the backup: ', PASSPHRASE],
        ['[y/N] ', 'n']
      ]
    );
    expect(restored.code).toBe(0);
    expect(restored.text).toContain('These screens are signed in again:\n  Kitchen, last seen');
    expect(restored.text).not.toContain(PASSPHRASE);
    expect(await readFile(join(copy, 'key'))).toEqual(await readFile(join(dataDir, 'key')));
  });
});
