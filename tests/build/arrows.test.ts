import { ESLint } from 'eslint';
import { expect, it } from 'vitest';
import { arrows } from '../../.ci/lint/arrows.mjs';
import { root } from './repository';

/** Checks one rule without types, because files that are not on disk have none. */
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.ts'], plugins: { house: { rules: { arrows } } }, rules: { 'house/arrows': 'error' } }
  ]
});

async function refusals(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.map(({ message }) => message) ?? ['not linted'];
}

/** A file, its import, and the reason why it is refused. */
const broken: [file: string, specifier: string, why: string][] = [
  ['src/shared/home.ts', '$lib/kinds/registry', 'shared knows no browser'],
  ['src/shared/home.ts', '../lib/kinds/registry', 'shared knows no browser, spelled otherwise'],
  ['src/shared/home.ts', '../../proxy/main', 'shared knows no proxy'],
  ['src/shared/interfaces/level.ts', 'node:fs', 'shared is pure'],
  ['src/shared/wire.ts', 'svelte', 'shared knows the schema library alone'],
  ['src/lib/kinds/light.ts', '../../routes/rooms/room', 'lib knows no page'],
  ['src/lib/storage/cache.ts', '../../../proxy/store/sealed-file', 'lib knows no proxy'],
  ['src/lib/storage/cache.ts', 'node:fs', 'lib runs in a browser'],
  ['src/lib/state/connection/link.svelte.ts', '$lib/components/Tile.svelte', 'state shows nothing'],
  ['src/lib/components/tile.ts', '$lib/state/home.svelte', 'components know no state'],
  ['src/lib/components/tile.ts', '../state/home.svelte', 'components know no state, spelled otherwise'],
  ['src/lib/components/tile.ts', '$lib/state', 'components know no state, as a folder'],
  ['src/lib/components/tile.ts', '#shared/wire', 'components know no proxy'],
  ['src/lib/components/tile.ts', '$app/state', 'components know no page'],
  ['src/lib/kinds/light.ts', '$features/tiles/TileGroup.svelte', 'lib knows no feature'],
  ['src/lib/components/tile.ts', '../../features/tiles/TileGroup.svelte', 'components know no feature'],
  ['src/features/tiles/tile.ts', '../../routes/rooms/room', 'features know no page'],
  ['src/features/tiles/tile.ts', '../../../proxy/cli/options', 'features know no proxy'],
  ['src/routes/page.ts', '../../proxy/cli/options', 'pages know no proxy'],
  ['src/routes/page.ts', '../service-worker', 'pages run without the worker'],
  ['src/routes/page.ts', '../shared/home', 'shared code is reached as #shared'],
  ['src/service-worker.ts', './routes/page', 'the worker knows no page'],
  ['proxy/live/watcher.ts', '../../src/lib/i18n/messages/en', 'the proxy knows no app'],
  ['proxy/live/watcher.ts', '$lib/i18n/messages/en', 'the proxy knows no app, spelled otherwise'],
  ['proxy/live/watcher.ts', '../../src/shared/home', 'shared code is reached as #shared'],
  ['proxy/live/watcher.ts', 'svelte', 'the proxy shows nothing'],
  ['proxy/live/watcher.ts', '../virtual/controller', 'only main hands the virtual controller in'],
  ['proxy/http/server.ts', '../access/access-control', 'http is below access'],
  ['proxy/net/server-origins.ts', '../mdns/mdns-responder', 'net is below mdns'],
  ['proxy/tls/authority.ts', '../http/server', 'tls is below http'],
  ['proxy/access/rights.ts', '../forward/table', 'access is below forward'],
  ['proxy/live/journal.ts', '../commands/command-log', 'live is below commands'],
  ['proxy/forward/routes.ts', '../pages/routes', 'neighbours of one group do not know each other'],
  ['proxy/cli/startup-banner.ts', '../start', 'start is for main alone'],
  ['proxy/start.ts', './main', 'nothing imports main'],
  ['proxy/unplaced/server.ts', '../http/server', 'a folder needs a place in the order'],
  [
    'proxy/virtual/controller.ts',
    '../store/sealed-file',
    'the virtual controller knows no other part of the proxy'
  ],
  [
    'proxy/virtual/controller.ts',
    '../platform/log',
    'the virtual controller knows no other part of the proxy, not even its log'
  ],
  [
    'proxy/virtual/controller.ts',
    '#shared/wire',
    'the virtual controller speaks the controller document alone'
  ]
];

const allowed: [file: string, specifier: string][] = [
  ['src/shared/home.ts', './read'],
  ['src/shared/interfaces/level.ts', '../read'],
  ['src/shared/wire.ts', 'valibot'],
  ['src/lib/kinds/light.ts', '#shared/interfaces/registry'],
  ['src/lib/kinds/light.ts', '$lib/components/Tile.svelte'],
  ['src/lib/state/connection/link.svelte.ts', '#shared/wire'],
  ['src/lib/state/connection/link.svelte.ts', '$lib/storage/cache'],
  ['src/lib/components/tile.ts', './Slider.svelte'],
  ['src/lib/components/tile.ts', '@mdi/js'],
  ['src/features/tiles/tile.ts', '$features/sheets/sheet-route'],
  ['src/features/tiles/tile.ts', '$lib/state/home.svelte'],
  ['src/features/tiles/tile.ts', '$app/navigation'],
  ['src/routes/page.ts', '$features/tiles/TileGroup.svelte'],
  ['src/routes/page.ts', '$lib/state/home.svelte'],
  ['src/routes/page.ts', './parts/Head.svelte'],
  ['src/routes/page.ts', '../app.css'],
  ['src/routes/page.ts', '$app/navigation'],
  ['src/service-worker.ts', 'workbox-precaching'],
  ['src/service-worker.ts', '$service-worker'],
  ['proxy/live/watcher.ts', '../store/sealed-file'],
  ['proxy/live/watcher.ts', '#shared/changes'],
  ['proxy/main.ts', './virtual/controller'],
  ['proxy/main.ts', './start'],
  ['proxy/start.ts', './cli/options'],
  ['proxy/forward/routes.ts', '../live/journal'],
  ['proxy/controllers/sign-in.ts', '../discovery/found'],
  ['proxy/discovery/reply.ts', '../controllers/identity'],
  ['proxy/virtual/controller.ts', '#shared/home'],
  ['proxy/virtual/controller.ts', './udp'],
  ['proxy/virtual/controller.ts', 'node:dgram'],
  ['proxy/virtual/controller.ts', 'fastify']
];

it.each(broken)('%s may not import %s: %s', async (file, specifier) => {
  expect(await refusals(file, `import '${specifier}';`)).toHaveLength(1);
});

it.each(allowed)('%s may import %s', async (file, specifier) => {
  expect(await refusals(file, `import '${specifier}';`)).toEqual([]);
});

it.each([
  "export { home } from '$lib/state/home/home.svelte';",
  "export * from '$lib/state/home/home.svelte';",
  "void import('$lib/state/home/home.svelte');"
])('checks every form of import: %s', async (code) => {
  expect(await refusals('src/lib/components/tile.ts', code)).toHaveLength(1);
});
