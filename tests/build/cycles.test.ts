import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { productModules, readText } from './repository';

const modules = new Set(productModules());

/**
 * The static imports and exports of a source, including types. A lazy `import()` runs later and does not
 * count.
 */
function specifiersIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const from =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
    if (from && ts.isStringLiteral(from)) found.push(from.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest));
  return found;
}

/** The module of a specifier; undefined for a package. */
function resolve(specifier: string, importer: string): string | undefined {
  const path = specifier.startsWith('.')
    ? posix.join(posix.dirname(importer), specifier)
    : specifier.replace(/^#shared\//, 'src/shared/').replace(/^\$lib\//, 'src/lib/');
  return [path, `${path}.ts`].find((each) => modules.has(each));
}

function importsOf(path: string): string[] {
  const text = readText(path);
  const scripts = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => script)
    : [text];
  return scripts
    .flatMap(specifiersIn)
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

it('finds a cycle of imports', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['b']],
    ['d', []]
  ]);
  expect(cyclesOf(graph)).toEqual(['b → c → b']);
});

it('finds every kind of import except a lazy one', () => {
  const source =
    "import 'a'; import type { B } from 'b'; export * from 'c'; type D = import('d').D; void import('e');";
  expect(specifiersIn(source)).toEqual(['a', 'b', 'c', 'd']);
});

it('no module of the product imports itself through others, including types', () => {
  expect(modules.size).toBeGreaterThan(400);
  expect(cyclesOf(new Map([...modules].map((path) => [path, importsOf(path)])))).toEqual([]);
});
