/**
 * `npm run release`: packs the last commit twice, each time in a fresh clone, and leaves the archive in `release/` if both are the same byte
 * by byte. Then it pushes the image for two kinds of processors, and uploads the archive with its two files as a draft. A dry run
 * (`-- --dry-run`) needs no tag, takes the packages of this checkout, and pushes and uploads nothing.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUIET_TIMEOUT_MS, readJson, root, run, step } from './steps.mjs';

const isDry = process.argv.includes('--dry-run') || process.env['npm_config_dry_run'] === 'true';
/** Without what npm tells its scripts, such as its options: they are not meant for the next npm. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
const options = { env, silenceTimeoutMs: QUIET_TIMEOUT_MS };

const FOLDER = join(root, 'release');
const { name, version } = readJson('package.json');
/** The image and its registry. Registries refuse capitals. */
const image = (env['IMAGE'] ?? (isDry ? name : '')).toLowerCase();

/** Why no image can be built; empty if one can. */
async function whyNoImage() {
  try {
    await run(['docker', 'version'], options);
    await run(['docker', 'buildx', 'version'], options);
    return '';
  } catch {
    return 'The image was not built: no Docker engine with buildx runs here.';
  }
}

/** Why the last commit cannot be released; empty if it can. */
async function whyNoRelease() {
  if (await run(['git', 'status', '--porcelain'], options)) return 'Commit or remove the changes first.';
  if (isDry) return '';
  const tags = await run(['git', 'tag', '--points-at', 'HEAD'], options);
  if (!tags.split('\n').includes(`v${version}`)) return `The last commit does not have the tag v${version}.`;
  return image === '' ? 'Name the image, with its registry, in the variable IMAGE.' : whyNoImage();
}

/**
 * Packs the last commit in a fresh clone.
 * @param {string} folder of the three files
 * @param {(line: string) => void} onLine
 */
async function pack(folder, onLine) {
  const cwd = `${folder}-clone`;
  await run(['git', 'clone', '--quiet', root, cwd], options);
  if (isDry && fs.existsSync(join(root, 'node_modules'))) {
    const packages = [`${root}node_modules/.`, join(cwd, 'node_modules')];
    // Hard links are quick, but not every system has them, and none has them across disks.
    await run(['cp', '-a', '--link', ...packages]).catch(() => run(['cp', '-a', ...packages]));
    // Packages older than the lockfile would be installed again.
    fs.utimesSync(join(cwd, 'package-lock.json'), 0, 0);
  }
  fs.mkdirSync(folder);
  await run(['npm', 'pack', '--pack-destination', folder], { ...options, cwd, onLine });
  if (await run(['git', 'status', '--porcelain'], { ...options, cwd }))
    throw new Error('The build changes files of the commit.');
}

/** Leaves the files in `release/` if both clones made the same. Resolves with their names. @param {string} work */
async function packTwice(work) {
  const one = join(work, 'one');
  const other = join(work, 'other');
  for (const folder of [one, other]) await step('pack', (onLine) => pack(folder, onLine));
  const names = fs.readdirSync(one);
  const differing = names.filter(
    (each) => !fs.readFileSync(join(one, each)).equals(fs.readFileSync(join(other, each)))
  );
  if (differing.length > 0) throw new Error(`Two builds of this commit differ in ${differing.join(', ')}.`);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.cpSync(one, FOLDER, { recursive: true });
  return names;
}

/** Builds the image of the archive in `release/`. Resolves with a sentence. @param {string} work */
async function buildImage(work) {
  const about = join(work, 'image.json');
  const build = 'docker buildx build --file packaging/Dockerfile --platform linux/amd64,linux/arm64'.split(
    ' '
  );
  const what = ['--build-arg', `ARCHIVE=${name}-${version}.tgz`, '--tag', `${image}:${version}`, FOLDER];
  const push = isDry ? [] : ['--push', '--metadata-file', about];
  await step('image', (onLine) => run([...build, ...push, ...what], { ...options, onLine }));
  if (isDry) return 'The image was built, and not pushed.';
  const { 'containerimage.digest': digest } = JSON.parse(fs.readFileSync(about, 'utf8'));
  // The workflow attests it by its digest.
  const { GITHUB_OUTPUT: output } = env;
  if (output) fs.appendFileSync(output, `image=${image}\ndigest=${digest}\n`);
  return `The image ${image}:${version} was pushed: ${digest}.`;
}

/** Resolves with what was done. @param {string} work an empty folder */
async function release(work) {
  const why = await whyNoRelease();
  if (why) throw new Error(why);
  const names = await packTwice(work);
  const hash = fs.readFileSync(join(FOLDER, `${name}-${version}.tgz.sha256`), 'utf8');
  const told = [`Two builds of this commit are the same. release/ has ${names.join(', ')}.\n${hash.trim()}`];
  told.push((await whyNoImage()) || (await buildImage(work)));
  if (isDry) return [...told, 'A dry run uploads nothing.'];
  const draft = ['gh', 'release', 'create', `v${version}`, '--draft', '--verify-tag', '--generate-notes'];
  await step('upload', () => run([...draft, ...names.map((each) => join(FOLDER, each))], options));
  return [...told, 'They were uploaded as a draft: read its notes, and publish it.'];
}

const work = fs.mkdtempSync(join(tmpdir(), 'mantel-release-'));
try {
  process.stdout.write(`${(await release(work)).join('\n')}\n`);
} catch (error) {
  process.stderr.write(`There is no release: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true });
}
