import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtProgram } from '../support/built-program';
import { readText, root } from './repository';

const execute = promisify(execFile);

/** Packs the built program as a version, into a folder, with its hash beside it. */
export async function packVersion(version: string, target: string) {
  const stage = join(target, '.stage');
  await mkdir(stage);
  const description = JSON.parse(readText('package.json')) as { version: string };
  const { version: built } = description;
  // The archive needs no packages: build/pack.mjs.
  const packed = { ...description, version, dependencies: {}, devDependencies: {} };
  await writeFile(join(stage, 'package.json'), JSON.stringify(packed));
  for (const path of ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'packaging'])
    await cp(join(root, path), join(stage, path), { recursive: true });
  await cp(join(builtProgram(), '..'), join(stage, 'dist'), { recursive: true });
  const text = await readFile(join(stage, 'dist/program.mjs'), 'utf8');
  await writeFile(join(stage, 'dist/program.mjs'), text.replaceAll(built, version));
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', target], { cwd: stage });
  const archive = `mantel-${version}.tgz`;
  const { stdout } = await execute('sha256sum', [archive], { cwd: target });
  await writeFile(join(target, `${archive}.sha256`), stdout);
  await rm(stage, { recursive: true });
}
