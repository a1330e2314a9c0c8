import { posix, relative, sep } from 'node:path';

/**
 * The house's arrows (docs: "routes → features → lib → shared ← proxy") as one table: a place, where it lies, and what it
 * may import. The first place whose `at` begins a file's path is the file's place, so the narrower ones stand
 * first. `packages` says which names outside the house are open to it: a test of the bare specifier.
 * @type {{ name: string, at: string, imports: string[], packages: (specifier: string) => boolean }[]}
 */
const places = [
  { name: 'shared/wire', at: 'src/shared/wire', imports: ['shared', 'shared/wire'], packages: isValibot },
  { name: 'shared', at: 'src/shared/', imports: ['shared', 'shared/wire'], packages: isValibot },
  {
    name: 'lib/components',
    at: 'src/lib/components/',
    imports: ['lib/components', 'lib', 'shared'],
    packages: (specifier) => isForBrowsers(specifier) && !isKit(specifier)
  },
  {
    name: 'lib/state',
    at: 'src/lib/state/',
    imports: ['lib', 'lib/state', 'shared', 'shared/wire'],
    packages: isForBrowsers
  },
  {
    name: 'lib',
    at: 'src/lib/',
    imports: ['lib', 'lib/state', 'lib/components', 'shared', 'shared/wire'],
    packages: isForBrowsers
  },
  {
    name: 'features',
    at: 'src/features/',
    imports: ['features', 'lib', 'lib/state', 'lib/components', 'shared', 'shared/wire'],
    packages: isForBrowsers
  },
  {
    name: 'routes',
    at: 'src/routes/',
    imports: ['routes', 'look', 'features', 'lib', 'lib/state', 'lib/components', 'shared', 'shared/wire'],
    packages: isForBrowsers
  },
  { name: 'look', at: 'src/app.css', imports: [], packages: () => false },
  {
    name: 'app',
    at: 'src/',
    imports: ['app', 'lib', 'lib/state', 'shared', 'shared/wire'],
    packages: isForBrowsers
  },
  {
    name: 'proxy/virtual',
    at: 'proxy/virtual/',
    imports: ['proxy/virtual', 'shared'],
    packages: isForNode
  },
  {
    name: 'proxy/main',
    at: 'proxy/main',
    imports: ['proxy', 'proxy/virtual', 'shared', 'shared/wire'],
    packages: isForNode
  },
  { name: 'proxy', at: 'proxy/', imports: ['proxy', 'shared', 'shared/wire'], packages: isForNode }
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
function isForNode(specifier) {
  return !isKit(specifier) && !/^(svelte|workbox-|idb$)/.test(specifier);
}

/** @param {string} path from the repository's root, with forward slashes */
function placeOf(path) {
  return places.find(({ at }) => path.startsWith(at));
}

/**
 * The repository path that a specifier means, or undefined for a package's name.
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
 * Refuses an import, an export from, a lazy import or an imported type that goes against the arrows.
 * @type {import('eslint').Rule.RuleModule}
 */
export const arrows = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      place: '{{ from }} may not import {{ to }}: arrows point routes → features → lib → shared ← proxy.',
      package: '{{ from }} may not import the package "{{ to }}".',
      spelling: 'Reach shared code as "#shared/…".'
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
