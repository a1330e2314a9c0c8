/**
 * The steps of `npm pack`: `build` builds everything from the start, and `describe` writes two files beside the
 * archive: its SHA-256, and its software bill of materials.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';
import { build, checkNode } from './prepare.mjs';
import { sbomOf } from './sbom.mjs';
import { sourceDate } from './source-date.mjs';
import { root } from './steps.mjs';

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

async function buildAll() {
  checkNode();
  await install('run');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await build();
}

/** Writes both files into the folder of the archive, which npm names relative to where it was started. */
async function describe() {
  // Needs the installed packages, which the first step installs.
  const { LISTS_FOLDER } = await import('./licenses.mjs');
  const { INIT_CWD: start = root, npm_config_pack_destination: destination = '.' } = process.env;
  const folder = resolve(start, destination);
  const { name, version } = readJson('package.json');
  const archive = `${name}-${version}`;
  const hash = createHash('sha256').update(readFileSync(join(folder, `${archive}.tgz`)));
  writeFileSync(join(folder, `${archive}.tgz.sha256`), `${hash.digest('hex')}  ${archive}.tgz\n`);
  const lists = join('dist', LISTS_FOLDER);
  const packages = readdirSync(join(root, lists)).flatMap((list) => readJson(join(lists, list)));
  const sbom = sbomOf([...new Set(packages)], sourceDate());
  writeFileSync(join(folder, `${archive}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
}

if (process.argv[2] === 'build') await buildAll();
else await describe();
