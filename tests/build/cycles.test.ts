import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { pathOfImport } from '../../.ci/lint/arrows.mjs';
import { packageJson, productModules, readText } from './repository';

const modules = new Set(productModules());

/** What a source names: `now` in its imports and exports, types included; `later` in an `import()` that runs later. */
function specifiersIn(source: string): { now: string[]; later: string[] } {
  const { module, program } = parseSync('module.ts', source);
  const exported = module.staticExports.flatMap(({ entries }) => entries).map((each) => each.moduleRequest);
  const now = [...module.staticImports.map((each) => each.moduleRequest), ...exported].flatMap((request) =>
    request ? [request.value] : []
  );
  const later: string[] = [];
  // To look below the statements takes longer than all else.
  if (/\bimport\s*\(/.test(source))
    new Visitor({
      TSImportType: (node) => void now.push(node.source.value),
      ImportExpression: ({ source: from }) => {
        if (from.type === 'Literal' && typeof from.value === 'string') later.push(from.value);
      }
    }).visit(program);
  return { now, later };
}

/** The module of a specifier; undefined for a package. */
function resolve(specifier: string, importer: string): string | undefined {
  const path = pathOfImport(specifier, importer)?.replace(/\/$/, '') ?? '';
  return [path, `${path}.ts`].find((each) => modules.has(each));
}

function scriptsIn(path: string): string[] {
  const text = readText(path);
  if (!path.endsWith('.svelte')) return [text];
  return [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => script);
}

/** @param isWhole with what is imported later */
function importsOf(path: string, isWhole = false): string[] {
  return scriptsIn(path)
    .map(specifiersIn)
    .flatMap(({ now, later }) => (isWhole ? [...now, ...later] : now))
    .map((specifier) => resolve(specifier, path))
    .filter((each) => each !== undefined);
}

/** The cycles of a graph, each as a path back to its start. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]) => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push([...path.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

it('no module of the product imports itself through others, including types', () => {
  expect(modules.size).toBeGreaterThan(400);
  expect(cyclesOf(new Map([...modules].map((path) => [path, importsOf(path)])))).toEqual([]);
});

/** The folder below `at` that a module is in, or `at` if it is directly there; undefined elsewhere. */
function roomIn(at: string, path: string): string | undefined {
  if (!path.startsWith(at)) return undefined;
  const [first = '', ...rest] = path.slice(at.length).split('/');
  return rest.length > 0 ? first : at;
}

it.each(['src/features/', 'src/lib/state/'])(
  'no folder of %s imports itself through others, including types and what is imported later',
  (at) => {
    const arrows = new Map<string, string[]>();
    for (const path of modules) {
      const room = roomIn(at, path);
      if (room === undefined) continue;
      const others = importsOf(path, true).flatMap((imported) => roomIn(at, imported) ?? []);
      const all = new Set([...(arrows.get(room) ?? []), ...others]);
      arrows.set(
        room,
        [...all].filter((other) => other !== room)
      );
    }
    expect(arrows.size).toBeGreaterThan(8);
    expect(cyclesOf(arrows)).toEqual([]);
  }
);

/** They may open connections: to this machine, to the world outside, and to controllers. */
const CONNECTING = [
  'proxy/box/local-request.ts',
  'proxy/server/base/net/outgoing.ts',
  'proxy/server/controllers/connection.ts'
];

it('only one module of the proxy opens connections to controllers', () => {
  const opens =
    /from 'undici'|\bfetch\(|import \{[^}]*\b(?:request|get|Agent)\b[^}]*\} from 'node:http|import \w+ from 'node:http/;
  const found = [...modules]
    .filter((path) => path.startsWith('proxy/'))
    .filter((path) => opens.test(readText(path).replaceAll(/^import type .*$/gm, '')));
  expect(found.sort()).toEqual(CONNECTING);
});

/** Modules of this repository, of Node, Kit and the bundler, and one of types alone. */
const MADE = /^(?:trusted-types\b|\$app|\$service-worker|\$lib|\$features|#shared|node:|\.)/;

it('the product imports only packages that npm start installs', () => {
  const named = [...modules].flatMap((path) =>
    scriptsIn(path)
      .flatMap((script) => specifiersIn(script).now)
      .filter((specifier) => !MADE.test(specifier))
      .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  );
  expect(named).toContain('fastify');
  expect([...new Set(named)].filter((name) => !(name in packageJson.dependencies))).toEqual([]);
});
