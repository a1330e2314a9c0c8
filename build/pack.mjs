/**
 * The steps of `npm pack`: `build` builds everything from the start, and `describe` writes two files beside the
 * archive: its SHA-256, and its software bill of materials.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';
import { LISTS_FOLDER } from './licenses.mjs';
import { build, checkNode } from './prepare.mjs';
import { sbomOf } from './sbom.mjs';
import { sourceDate } from './source-date.mjs';
import { readJson, root } from './steps.mjs';

/** The checkout's package.json, and where it is while npm packs another one. */
const DESCRIPTION = join(root, 'package.json');
const SET_ASIDE = join(root, 'dist/package.json');

/** Brings the checkout's package.json back, also after a run that was interrupted. */
function restoreDescription() {
  if (existsSync(SET_ASIDE)) renameSync(SET_ASIDE, DESCRIPTION);
}

async function buildAll() {
  checkNode();
  restoreDescription();
  await install('run');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await build();
  // The bundles have the code of all packages, so whoever installs the archive needs none of them.
  const { dependencies: _, devDependencies: __, ...description } = readJson('package.json');
  renameSync(DESCRIPTION, SET_ASIDE);
  writeFileSync(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
}

/** Writes both files into the folder of the archive, which npm names relative to where it was started. */
function describe() {
  restoreDescription();
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
else describe();
