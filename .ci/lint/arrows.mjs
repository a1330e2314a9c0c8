import { posix, relative, sep } from 'node:path';

const SHARED = ['shared', 'shared/wire'];
const LIB = ['lib', 'lib/state', 'lib/components', 'lib/i18n/catalogues', ...SHARED];

/**
 * The folders of proxy/ in import order: each group may import the groups above it. The folders of one group
 * do not import each other. `start` and `main` compose the rest; only `main` imports `start`, and no module
 * imports `main`.
 */
const PROXY_ORDER = [
  ['platform', 'net'],
  ['store'],
  ['tls'],
  ['http'],
  ['controllers', 'discovery'],
  ['access'],
  ['layouts'],
  ['lights'],
  ['live'],
  ['scenes'],
  ['commands'],
  ['timers'],
  ['happenings'],
  ['forward', 'mdns', 'pages', 'backup', 'household', 'cli'],
  ['doctor', 'operations', 'service'],
  ['update'],
  ['start'],
  ['main']
];

/**
 * Exceptions to the order. `controllers` and `discovery` import each other, because a sign-in needs search
 * results; `pages` takes the words of `/install` from the app's catalogues; `main` starts the virtual
 * controller and Z-Wave JS.
 */
const PROXY_PARTNERS = new Map([
  ['controllers', ['proxy/discovery']],
  ['discovery', ['proxy/controllers']],
  ['pages', ['lib/i18n/catalogues']],
  ['main', ['proxy/virtual', 'proxy/zwave-js']]
]);

/**
 * A place: a folder or file, what it may import beside itself, and whether it may import the package with a specifier.
 * @typedef {{ name: string, at: string, imports: string[], packages: (specifier: string) => boolean }} Place
 */

/**
 * @param {string} name
 * @param {string} at
 * @param {string[]} imports
 * @param {(specifier: string) => boolean} packages
 * @returns {Place}
 */
const place = (name, at, imports, packages) => ({ name, at, imports: [name, ...imports], packages });

const proxyPlaces = PROXY_ORDER.flatMap((group, index) =>
  group.map((name) => {
    const above = PROXY_ORDER.slice(0, index).flatMap((each) => each.map((folder) => `proxy/${folder}`));
    const at = index < PROXY_ORDER.length - 2 ? `proxy/${name}/` : `proxy/${name}`;
    return place(`proxy/${name}`, at, [...(PROXY_PARTNERS.get(name) ?? []), ...above, ...SHARED], isForNode);
  })
);

/**
 * The import rules ("routes → features → lib → shared ← proxy") as one table. A file belongs to the first place whose path is a
 * prefix of its own, so narrower places come first.
 */
const places = [
  place('shared/wire', 'src/shared/wire', SHARED, isValibot),
  place('shared', 'src/shared/', SHARED, isValibot),
  place('lib/components', 'src/lib/components/', ['lib', 'shared'], isForComponents),
  place('lib/state', 'src/lib/state/', ['lib', ...SHARED], isForBrowsers),
  place('lib/i18n/catalogues', 'src/lib/i18n/messages/', ['lib/i18n/catalogues', 'lib'], isForBrowsers),
  place('lib', 'src/lib/', LIB, isForBrowsers),
  place('features', 'src/features/', LIB, isForBrowsers),
  place('routes', 'src/routes/', ['look', 'features', ...LIB], isForBrowsers),
  place('look', 'src/app.css', [], () => false),
  place('app', 'src/', ['features', 'lib', 'lib/state', ...SHARED], isForBrowsers),
  place('proxy/served', 'proxy/served/', ['shared'], isForNode),
  place('proxy/virtual', 'proxy/virtual/', ['proxy/served', 'shared'], isForNode),
  place('proxy/zwave-js', 'proxy/zwave-js/', ['proxy/net', 'proxy/served', 'shared'], isForNode),
  ...proxyPlaces,
  // A new file or folder of proxy/ may import packages only, until it has a place in the order.
  { name: 'proxy', at: 'proxy/', imports: [], packages: isForNode }
];

/** @param {string} specifier */
function isValibot(specifier) {
  return specifier === 'valibot';
}

/** @param {string} specifier */
function isKit(specifier) {
  return specifier.startsWith('$') || specifier.startsWith('@sveltejs/');
}

/** @param {string} specifier */
function isForBrowsers(specifier) {
  return !/^(node:|fastify|@fastify\/|undici|ws$|pino)/.test(specifier);
}

/** @param {string} specifier */
function isForComponents(specifier) {
  return isForBrowsers(specifier) && !isKit(specifier);
}

/** @param {string} specifier */
function isForNode(specifier) {
  return !isKit(specifier) && !/^(svelte|workbox-)/.test(specifier);
}

/** @param {string} path from the repository's root, with forward slashes */
function placeOf(path) {
  return places.find(({ at }) => path.startsWith(at));
}

/**
 * The repository path of a specifier, or undefined for a package.
 * @param {string} specifier
 * @param {string} importer path from the root
 */
function pathOf(specifier, importer) {
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
    const from = placeOf(importer);
    if (from === undefined) return {};

    /** @param {import('estree').Node | null | undefined} source */
    function check(source) {
      if (from === undefined || source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const specifier = source.value;
      const path = pathOf(specifier, importer);
      if (path === undefined) {
        if (!from.packages(specifier))
          context.report({ node: source, messageId: 'package', data: { from: from.name, to: specifier } });
        return;
      }
      const to = placeOf(path);
      if (to === undefined || !from.imports.includes(to.name))
        context.report({ node: source, messageId: 'place', data: { from: from.name, to: to?.name ?? path } });
      else if (to.name.startsWith('shared') && !from.name.startsWith('shared') && specifier.startsWith('.'))
        context.report({ node: source, messageId: 'spelling' });
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
