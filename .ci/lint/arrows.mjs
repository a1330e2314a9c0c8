import { posix, relative, sep } from 'node:path';

const SHARED = ['shared', 'shared/wire'];

/** The rooms of the app's state in import order: each may import the rooms before it. The loose files come last. */
const STATE_ROOMS = [
  'base',
  'preferences',
  'proxy',
  'session',
  'home',
  'connection',
  'commands',
  'sign-in',
  'install',
  'updates',
  'wall'
];

/** The rooms of the features in import order: each may import the rooms before it. */
const FEATURE_ROOMS = [
  'navigation',
  'view-models',
  'alarms',
  'appearance',
  'record',
  'device',
  'bulk-actions',
  'frame',
  'people',
  'chronicle',
  'scenes',
  'lamps',
  'room',
  'home',
  'timers',
  'sheets',
  'notices',
  'wall'
];

/** The rooms of the server in import order: each may import the rooms before it. */
const SERVER_ROOMS = [
  'base',
  'http',
  'controllers',
  'household',
  'home',
  'commands',
  'messages',
  'chronicle',
  'record',
  'photos',
  'forward',
  'origin',
  'operations',
  'start'
];

const STATE = [...STATE_ROOMS.map((room) => `lib/state/${room}`), 'lib/state'];
const FEATURES = FEATURE_ROOMS.map((room) => `features/${room}`);
const SERVER = SERVER_ROOMS.map((room) => `server/${room}`);
const LIB = ['lib', ...STATE, 'lib/components', 'lib/i18n/catalogues', ...SHARED];
/** What the owner's commands read of the server. */
const BOX_READS = [
  'server/base',
  'server/http',
  'server/controllers',
  'server/household',
  'server/record',
  'server/origin'
];
const SOURCES = ['sources/virtual', 'sources/zwave-js'];

/** Packages that a place may import, by its specifier. @type {Record<string, (specifier: string) => boolean>} */
const PACKAGES = {
  none: () => false,
  any: () => true,
  valibot: (specifier) => specifier === 'valibot',
  browser: (specifier) => !/^(node:|fastify|@fastify\/|undici|ws$|pino)/.test(specifier),
  components: (specifier) =>
    PACKAGES['browser']?.(specifier) === true && !/^(\$|@sveltejs\/)/.test(specifier),
  node: (specifier) => !/^(\$|@sveltejs\/|svelte|workbox-)/.test(specifier)
};

/**
 * A place: its name, its path, what it may import beside itself, and which packages.
 * @typedef {readonly [name: string, at: string, imports: readonly string[], packages: string]} Place
 */

/** @type {Place[]} */
const state = STATE.map((room, index) => [
  room,
  `src/${room}/`,
  [...STATE.slice(0, index), 'lib', ...SHARED],
  'browser'
]);

/** @type {Place[]} */
const features = FEATURES.map((room, index) => [
  room,
  `src/${room}/`,
  [...FEATURES.slice(0, index), ...LIB],
  'browser'
]);

/** `/install` takes its words from the app's catalogues. @type {Place[]} */
const server = SERVER.map((room, index) => [
  room,
  room === 'server/start' ? `proxy/${room}` : `proxy/${room}/`,
  [...SERVER.slice(0, index), ...(room === 'server/origin' ? ['lib/i18n/catalogues'] : []), ...SHARED],
  'node'
]);

/**
 * The import rules ("routes → features → lib → shared ← proxy") as one table. A file belongs to the first place whose path is a
 * prefix of its own, so narrower places come first.
 * @type {Place[]}
 */
const places = [
  ['shared/wire', 'src/shared/wire', SHARED, 'valibot'],
  ['shared', 'src/shared/', SHARED, 'valibot'],
  ['lib/components', 'src/lib/components/', ['lib', 'shared'], 'components'],
  ...state,
  ['lib/i18n/catalogues', 'src/lib/i18n/messages/', ['lib'], 'browser'],
  ['lib', 'src/lib/', LIB, 'browser'],
  ...features,
  ['routes', 'src/routes/', ['look', ...FEATURES, ...LIB], 'browser'],
  ['look', 'src/app.css', [], 'none'],
  ['build', 'src/hooks.server', LIB, 'any'],
  ['app', 'src/', ['look', ...FEATURES, 'lib', ...STATE, ...SHARED], 'browser'],
  ['sources/served', 'proxy/sources/served/', ['shared'], 'node'],
  ...SOURCES.map(
    (source) => /** @type {Place} */ ([source, `proxy/${source}/`, ['sources/served', 'shared'], 'node'])
  ),
  ...server,
  ['pages', 'docs/', [], 'none'],
  ['box', 'proxy/box/', ['pages', ...BOX_READS, ...SOURCES, ...SHARED], 'node'],
  ['main', 'proxy/main', ['box', ...SOURCES, ...SERVER, ...SHARED], 'node'],
  // A new file or folder of proxy/ may import packages and itself only, until it has a place.
  ['proxy', 'proxy/', [], 'node']
];

/** @param {string} path from the repository's root, with forward slashes */
function placeOf(path) {
  return places.find(([, at]) => path.startsWith(at));
}

/**
 * The repository path of a specifier, or undefined for a package.
 * @param {string} specifier
 * @param {string} importer path from the root
 */
export function pathOfImport(specifier, importer) {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare);
  if (bare.startsWith('#shared/')) return bare.replace('#shared/', 'src/shared/');
  const alias = /^\$(lib|features)(?=\/|$)/;
  if (alias.test(bare)) return bare.replace(alias, 'src/$1') + '/';
  return undefined;
}

/**
 * Refuses an import, a re-export, a lazy import or a type import that breaks the import rules.
 * @type {import('eslint').Rule.RuleModule}
 */
export const arrows = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      place: '{{ from }} may not import {{ to }}: see the places in .ci/lint/arrows.mjs.',
      package: '{{ from }} may not import the package "{{ to }}".',
      spelling: 'Import shared code as "#shared/…".'
    }
  },
  create(context) {
    const importer = relative(context.cwd, context.filename).split(sep).join('/');
    const place = placeOf(importer);
    if (place === undefined) return {};
    const [from, , imports, packages] = place;

    /** @param {import('estree').Node | null | undefined} node */
    function check(node) {
      if (node?.type !== 'Literal' || typeof node.value !== 'string') return;
      const specifier = node.value;
      const path = pathOfImport(specifier, importer);
      if (path === undefined) {
        if (!PACKAGES[packages]?.(specifier))
          context.report({ node, messageId: 'package', data: { from, to: specifier } });
        return;
      }
      const [to] = placeOf(path) ?? [];
      if (to === undefined || ![from, ...imports].includes(to))
        context.report({ node, messageId: 'place', data: { from, to: to ?? path } });
      else if (to.startsWith('shared') && !from.startsWith('shared') && specifier.startsWith('.'))
        context.report({ node, messageId: 'spelling' });
    }

    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      /** @param {{ source?: import('estree').Node }} node */
      TSImportType: (node) => check(node.source)
    };
  }
};
