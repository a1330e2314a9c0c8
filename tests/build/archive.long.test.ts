import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';
import { root } from './repository';

const execute = promisify(execFile);

const MAX_BYTES = 6e6;

describe('the archive of a release', { timeout: 600_000 }, () => {
  let folder = '';
  let archive = '';
  let told = '';

  // The last commit, in a checkout that has no changes.
  beforeAll(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'mantel-archive-'));
    const checkout = join(parent, 'checkout');
    await execute('git', ['clone', '--quiet', root, checkout]);
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
    await writeFile(join(checkout, '.git/info/exclude'), 'node_modules\n');
    // No engine answers there: an image needs a download.
    const env = { ...process.env, DOCKER_HOST: 'tcp://127.0.0.1:1' };
    const npm = ['run', '--silent', 'release', '--', '--dry-run'];
    ({ stdout: told } = await execute('npm', npm, { cwd: checkout, env }));
    folder = join(parent, 'release');
    await rename(join(checkout, 'release'), folder);
    archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    return () => rm(parent, { recursive: true });
  }, 600_000);

  it('a dry run leaves what two builds of a commit agree on, and says why there is no image', async () => {
    const names = await readdir(folder);
    expect(names.map((name) => name.replace(/-\d.*?\d(?=\.[a-z])/, ''))).toEqual([
      'mantel.cdx.json',
      'mantel.tgz',
      'mantel.tgz.sha256'
    ]);
    expect(told).toContain(await readFile(join(folder, `${archive}.sha256`), 'utf8'));
    expect(told).toContain('The image was not built: no Docker engine');
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
  });

  it('the unpacked archive serves its pages with Node alone', async () => {
    const unpacked = await temporaryFolder();
    await execute('tar', ['-xzf', join(folder, archive), '-C', unpacked]);
    const program = spawn(
      process.execPath,
      [
        join(unpacked, 'package/dist/main.js'),
        '--host',
        '127.0.0.1',
        '--http-port',
        '0',
        '--https-port',
        '0',
        '--data-dir',
        join(unpacked, 'data')
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
