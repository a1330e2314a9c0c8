import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';
import { root } from './repository';

const execute = promisify(execFile);

const MAX_BYTES = 6e6;

/** Makes an archive of the last commit, in a clone beside this folder with the packages of this checkout. */
async function pack(folder: string) {
  const clone = `${folder}-clone`;
  await execute('git', ['clone', '--quiet', root, clone]);
  const packages = [join(root, 'node_modules'), join(clone, 'node_modules')];
  // Hard links are quick, but not every disk has them across folders.
  await execute('cp', ['-a', '--link', ...packages]).catch(async () => {
    await rm(join(clone, 'node_modules'), { recursive: true, force: true });
    await execute('cp', ['-a', ...packages]);
  });
  // Packages older than the lockfile would be installed again.
  await utimes(join(clone, 'package-lock.json'), 0, 0);
  await mkdir(folder);
  await execute('npm', ['pack', '--pack-destination', folder], { cwd: clone });
}

describe('the archive of npm pack', { timeout: 600_000 }, () => {
  let folders: string[];
  let folder = '';
  let archive = '';

  beforeAll(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'mantel-archive-'));
    folders = ['one', 'other'].map((name) => join(parent, name));
    for (const folder of folders) await pack(folder);
    [folder = ''] = folders;
    archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    return () => rm(parent, { recursive: true });
  }, 600_000);

  it('the archive, its hash and its bill of materials are the same after another build of the same commit', async () => {
    const names = await readdir(folder);
    expect(names.map((name) => name.replace(/-\d.*?\d(?=\.[a-z])/, ''))).toEqual([
      'mantel.cdx.json',
      'mantel.tgz',
      'mantel.tgz.sha256'
    ]);
    for (const name of names) {
      const [one, other] = await Promise.all(folders.map((folder) => readFile(join(folder, name))));
      expect(one?.equals(other ?? Buffer.alloc(0)), name).toBe(true);
    }
    await execute('sha256sum', ['--check', `${archive}.sha256`], { cwd: folder });
  });

  it('the archive is small, and has no sources, no tests and no packages to install', async () => {
    expect((await stat(join(folder, archive))).size).toBeLessThan(MAX_BYTES);
    const { stdout } = await execute('tar', ['-tzf', join(folder, archive)]);
    const names = stdout.split('\n');
    for (const name of ['dist/main.js', 'dist/THIRD-PARTY-LICENSES.txt', 'LICENSE', 'docs/install.md'])
      expect(names).toContain(`package/${name}`);
    expect(names.filter((name) => /\.ts$|node_modules|package\/(?:src|proxy|tests)\//.test(name))).toEqual(
      []
    );
    const { stdout: text } = await execute('tar', ['-xzOf', join(folder, archive), 'package/package.json']);
    expect(JSON.parse(text)).not.toHaveProperty('dependencies');
    // The checkout has its own package.json back.
    const status = await execute('git', ['status', '--porcelain'], { cwd: `${folder}-clone` });
    expect(status.stdout).toBe('');
  });

  it('the unpacked archive serves its pages with Node alone', async () => {
    const unpacked = await temporaryFolder();
    await execute('tar', ['-xzf', join(folder, archive), '-C', unpacked]);
    const program = spawn(
      process.execPath,
      [
        ...[join(unpacked, 'package/dist/main.js'), '--host', '127.0.0.1'],
        ...['--http-port', '0', '--https-port', '0', '--data-dir', join(unpacked, 'data')]
      ],
      { cwd: unpacked, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }
    );
    onTestFinished(() => void program.kill('SIGKILL'));
    const [{ http }] = (await once(program, 'message')) as [{ http: string }];
    expect(await (await fetch(http)).text()).toContain('_app/immutable/');
    expect((await fetch(`${http}/THIRD-PARTY-LICENSES.txt`)).status).toBe(200);
  });

  it('npx runs the archive without a network', async () => {
    const cache = ['--cache', join(await temporaryFolder(), 'cache'), '--offline', '--yes'];
    const { stdout } = await execute('npx', [...cache, `./${archive}`, '--version'], { cwd: folder });
    expect(archive).toBe(`mantel-${stdout.trim()}.tgz`);
  });
});
