/**
 * Checks that the oldest engines that the README names can parse the built app. The bundler lowers newer
 * syntax. This check parses the output, because packages, templates and the service worker can bypass the
 * bundler's transforms.
 */
import { parse } from 'acorn';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/steps.mjs';

/**
 * The ECMAScript version that Chrome 95, Safari 15.4 and Firefox 115 support, except for what `TOO_NEW`
 * lists.
 */
const ECMA_VERSION = 2022;

/**
 * Syntax of that version and earlier that Safari 15.4 lacks, and class fields that some of these engines
 * handle wrongly: see build/class-fields.mjs.
 * @type {Record<string, (node: Record<string, any>, code: string) => boolean>}
 */
const TOO_NEW = {
  'a static block': ({ type }) => type === 'StaticBlock',
  'a lookbehind assertion': ({ type, regex }) => type === 'Literal' && /\(\?<[=!]/.test(regex?.pattern ?? ''),
  'a static field called name or length': ({ type, static: isStatic, computed, key }) =>
    type === 'PropertyDefinition' && isStatic && !computed && /^(name|length)$/.test(key.name),
  'a class field whose value has a parenthesis outside of a function': ({ type, value }, code) =>
    type === 'PropertyDefinition' &&
    value !== null &&
    !isCalledAtOnce(value) &&
    textOf(value, code).includes('(')
};

/** @param {Record<string, any>} node */
const isCalledAtOnce = ({ type, callee }) =>
  type === 'CallExpression' && callee.type === 'ArrowFunctionExpression';

/**
 * @param {Record<string, any>} node
 * @param {string} code
 */
const textOf = ({ start, end }, code) => code.slice(start, end);

/**
 * Finds syntax that the oldest supported engines cannot parse, one message each.
 * @param {string} code of a module
 * @returns {string[]}
 */
export function findNewSyntax(code) {
  try {
    const program = parse(code, { ecmaVersion: ECMA_VERSION, sourceType: 'module' });
    return [...nodesOf(program)].flatMap((node) =>
      Object.entries(TOO_NEW).flatMap(([what, isIt]) =>
        isIt(node, code) ? [`${what}: ${textOf(node, code).slice(0, 80)}`] : []
      )
    );
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * Yields a node of a syntax tree and all its descendants.
 * @param {unknown} value
 * @returns {Generator<Record<string, any>>}
 */
function* nodesOf(value) {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/**
 * Checks all scripts of the built app, including inline scripts of its pages. Throws if one has syntax that
 * is too new.
 */
export function checkSyntax() {
  const folder = join(root, 'dist/web');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|html)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const scripts = name.endsWith('.js')
        ? [text]
        : [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => script);
      return scripts.flatMap(findNewSyntax).map((what) => `${relative(root, join(folder, name))}: ${what}`);
    });
  if (found.length > 0)
    throw new Error(`The oldest supported browsers cannot parse this:\n${found.join('\n')}`);
}
