import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { build, loadConfigFromFile } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { LICENSES_FILE, licenses, LISTS_FOLDER, packageOf } from '../../build/licenses.mjs';
import { readText, root } from './repository';

const file = (path: string) => join(root, path);
const listSchema = v.array(v.string());
const packageSchema = v.object({ name: v.string(), version: v.string() });

const buildProxy = (outDir: string) =>
  build({ configFile: file('vite.proxy.config.ts'), logLevel: 'silent', build: { outDir } });

/** An app of two lines. */
async function buildApp(folder: string) {
  const entry = join(folder, 'app.js');
  const parts = ['node_modules/svelte/src/store/index-client.js', 'node_modules/workbox-window/index.mjs'];
  await writeFile(entry, parts.map((part) => `export * from '${file(part)}';`).join('\n'));
  const bundle = { name: 'web', consumer: 'client', inlined: ['@mdi/js', 'workbox-precaching'] } as const;
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [licenses({ ...bundle, folder })],
    build: { outDir: join(folder, 'web'), lib: { entry, formats: ['es'] } }
  });
}

const read = (folder: string) => readFile(join(folder, LICENSES_FILE), 'utf8');

describe('the licences beside the bundles', () => {
  let folder: string;
  let text: string;
  const sections = () => text.split(/^-{80}\n/m).slice(1);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mantel-licenses-'));
    await Promise.all([buildProxy(folder), buildApp(folder)]);
    text = await read(folder);
    return () => rm(folder, { recursive: true });
  });

  it.each([
    ['fastify', 'The Fastify team'],
    ['undici', 'Matteo Collina and Undici contributors'],
    ['ws', 'Einar Otto Stangvik'],
    ['valibot', 'Fabian Hiller'],
    ['secure-json-parse', 'The Fastify team'],
    ['svelte', 'Svelte'],
    ['workbox-window', 'Google'],
    ['workbox-precaching', 'Google'],
    ['@mdi/js', 'Apache']
  ])('contain %s with its text', (name, words) => {
    const [own = '', ...more] = sections().filter((section) => section.startsWith(`${name} `));
    expect(own).toContain(words);
    expect(more).toEqual([]);
  });

  it('contain every package of both bundles, once and in order', async () => {
    const lists = await Promise.all(
      (await readdir(join(folder, LISTS_FOLDER))).map(async (name) =>
        v.parse(listSchema, JSON.parse(await readFile(join(folder, LISTS_FOLDER, name), 'utf8')))
      )
    );
    expect(lists).toHaveLength(2);
    const names = [...new Set(lists.flat())].map((path) => {
      const { name, version } = v.parse(packageSchema, JSON.parse(readText(`${path}/package.json`)));
      return `${name} ${version}`;
    });
    const named = sections().map((section) => section.split(' (')[0] ?? '');
    expect(named).toEqual([...new Set(names)].sort());
    for (const section of sections()) expect(section.length).toBeGreaterThan(400);
  });

  it('are written by the build of the app too', async () => {
    const config = await loadConfigFromFile({ command: 'build', mode: 'production' }, file('vite.config.ts'));
    expect(config?.config.plugins).toContainEqual(expect.objectContaining({ name: 'licenses' }));
  });

  it('are the same after another build', async () => {
    await buildProxy(folder);
    expect(await read(folder)).toBe(text);
  });
});

it.each([
  ['/a/node_modules/x/node_modules/@s/y/lib/z.js', ['/a/node_modules/x/node_modules/@s/y']],
  ['\0/a/node_modules/x/z.js?commonjs', ['/a/node_modules/x']],
  ['\0vite/preload-helper.js', ['node_modules/vite']],
  ['/a/src/main.ts', []],
  ['\0virtual:own', []]
])('the module %j belongs to the package %j', (id, packages) => {
  expect(packageOf(id)).toEqual(packages);
});
