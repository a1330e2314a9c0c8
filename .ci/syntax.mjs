/**
 * Whether the oldest engines that the README names can read the built app. The bundler turns newer syntax into older syntax; this
 * parses what came of it, so that nothing newer slips by: a package, a template or the service worker that goes another way.
 */
import { parse } from 'acorn';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/steps.mjs';

/** What Chrome 95, Safari 15.4 and Firefox 115 have in common, but for what `TOO_NEW` names. */
const ECMA_VERSION = 2022;

/**
 * Syntax of that version and of earlier ones that Safari 15.4 lacks, and class fields that some of the engines get wrong: see
 * build/class-fields.mjs.
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
 * What an engine of the floor cannot read in a script, as sentences.
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
 * A node of a syntax tree and all below it.
 * @param {unknown} value
 * @returns {Generator<Record<string, any>>}
 */
function* nodesOf(value) {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/** Looks at every script of the built app, those of its pages included. */
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
  if (found.length > 0) throw new Error(`The oldest browsers cannot read this:\n${found.join('\n')}`);
}
