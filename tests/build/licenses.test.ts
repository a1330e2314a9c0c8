import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { LICENSES_FILE, LISTS_FOLDER } from '../../build/licenses.mjs';
import { readText, root } from './repository';

const listSchema = v.array(v.string());
const packageSchema = v.object({ name: v.string(), version: v.string() });

const sections = readText(`dist/${LICENSES_FILE}`)
  .split(/^-{80}\n/m)
  .slice(1);

it.each([
  ['fastify', 'The Fastify team'],
  ['undici', 'Matteo Collina and Undici contributors'],
  ['ws', 'Einar Otto Stangvik'],
  ['web-push', 'https://github.com/web-push-libs/web-push'],
  ['valibot', 'Fabian Hiller'],
  ['secure-json-parse', 'The Fastify team'],
  ['svelte', 'Svelte'],
  ['workbox-window', 'Google'],
  ['workbox-precaching', 'Google'],
  ['@mdi/js', 'Apache']
])('the licences beside the bundles of the last build contain %s with its text', (name, words) => {
  const [own = '', ...more] = sections.filter((section) => section.startsWith(`${name} `));
  expect(own).toContain(words);
  expect(more).toEqual([]);
});

it('the licences beside the bundles of the last build contain each package that the service worker imports', () => {
  const worker = readText('src/service-worker.ts');
  const imported = [...worker.matchAll(/from '(?<name>workbox-[\w-]+)'/g)].map(
    ({ groups }) => groups?.['name']
  );
  expect(imported.length).toBeGreaterThan(1);
  const named = sections.map((section) => section.split(' ')[0]);
  expect(named).toEqual(expect.arrayContaining([...imported, 'workbox-core', 'workbox-strategies']));
});

it('the licences beside the bundles of the last build contain every package of both bundles, once and in order', () => {
  const lists = readdirSync(join(root, 'dist', LISTS_FOLDER)).map((name) =>
    v.parse(listSchema, JSON.parse(readText(`dist/${LISTS_FOLDER}/${name}`)))
  );
  expect(lists).toHaveLength(2);
  const names = [...new Set(lists.flat())].map((path) => {
    const { name, version } = v.parse(packageSchema, JSON.parse(readText(`${path}/package.json`)));
    return `${name} ${version}`;
  });
  const named = sections.map((section) => section.split(' (')[0] ?? '');
  expect(named).toEqual([...new Set(names)].sort());
  for (const section of sections) expect(section.length).toBeGreaterThan(300);
});
