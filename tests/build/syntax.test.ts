import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AnyNode } from 'acorn';
import { expect, it } from 'vitest';
import { readText, root } from './repository';

/**
 * The ECMAScript version that Chrome 95, Safari 15.4 and Firefox 115 support, except for what `TOO_NEW`
 * lists.
 */
const ECMA_VERSION = 2022;

/**
 * Syntax of that version and earlier that Safari 15.4 lacks, and class fields that some of these engines
 * handle wrongly: see build/class-fields.mjs.
 */
const TOO_NEW: Readonly<Record<string, (node: AnyNode, code: string) => boolean>> = {
  'a static block': ({ type }) => type === 'StaticBlock',
  'a lookbehind assertion': (node) => node.type === 'Literal' && /\(\?<[=!]/.test(node.regex?.pattern ?? ''),
  'a static field called name or length': (node) =>
    node.type === 'PropertyDefinition' &&
    node.static &&
    node.key.type === 'Identifier' &&
    /^(name|length)$/.test(node.key.name),
  'a class field whose value has a parenthesis outside of a function': (node, code) =>
    node.type === 'PropertyDefinition' &&
    node.value?.type !== undefined &&
    !isCalledAtOnce(node.value) &&
    textOf(node.value, code).includes('(')
};

const isCalledAtOnce = (node: AnyNode) =>
  node.type === 'CallExpression' && node.callee.type === 'ArrowFunctionExpression';

const textOf = ({ start, end }: AnyNode, code: string) => code.slice(start, end);

const isNode = (value: object): value is AnyNode => 'type' in value;

/** A node and all its descendants. */
function* nodesOf(value: unknown): Generator<AnyNode> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/** What the oldest supported engines cannot parse in a script. */
function findNewSyntax(code: string): string[] {
  const program = parse(code, { ecmaVersion: ECMA_VERSION, sourceType: 'module' });
  return [...nodesOf(program)].flatMap((node) =>
    Object.entries(TOO_NEW)
      .filter(([, isIt]) => isIt(node, code))
      .map(([what]) => `${what}: ${textOf(node, code).slice(0, 80)}`)
  );
}

// The bundler lowers newer syntax, but packages, templates and the service worker can bypass its transforms.
it('the oldest browsers that the README names can parse every script of the built app', () => {
  const names = readdirSync(join(root, 'dist/web'), { recursive: true, encoding: 'utf8' });
  const scripts = names
    .filter((name) => /\.(?:js|html)$/.test(name))
    .flatMap((name) => {
      const text = readText(`dist/web/${name}`);
      if (name.endsWith('.js')) return [text];
      return [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => script);
    });
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.flatMap(findNewSyntax)).toEqual([]);
});
