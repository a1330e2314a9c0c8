import { parseSync, Visitor } from 'vite';
import { editChunks } from './edit-chunks.mjs';

/**
 * Works around two engine bugs in class fields, on the syntax tree of each chunk. The bundler's alternative
 * lowers all fields and turns private ones into WeakMaps: 3.9 kB more on the first screen after brotli. This
 * workaround costs 0.05 kB.
 *
 * - Safari before 16 can fail to resolve a variable in a field's initializer that holds a parenthesis, so
 *   such an initializer moves into a function that is called at once:
 *   https://bugs.webkit.org/show_bug.cgi?id=236843. Babel has the same workaround as
 *   `plugin-bugfix-safari-class-field-initializer-scope`. This can go when the oldest supported Safari is 16.
 * - Chrome before 98 rejects a static field called `name` or `length`: https://crbug.com/v8/12421. The
 *   build fails on such a field.
 *
 * `tests/build/syntax.test.ts` checks the built files for both.
 * @returns {import('vite').Plugin}
 */
export const classFields = () => editChunks('class-fields', wrapFirstValues);

/**
 * Wraps initializers of class fields that hold a parenthesis in functions.
 * @param {string} code
 * @returns {string}
 * @throws if a static field is called `name` or `length`
 */
export function wrapFirstValues(code) {
  /** @type {{ start: number, end: number }[]} */
  const values = [];
  new Visitor({
    PropertyDefinition({ key, value, static: isStatic, computed }) {
      if (isStatic && !computed && key.type === 'Identifier' && /^(name|length)$/.test(key.name))
        throw new Error(`A static field cannot be called ${key.name}: Chrome before 98 refuses it.`);
      if (value && code.slice(value.start, value.end).includes('(')) values.push(value);
    }
  }).visit(parseSync('chunk.js', code).program);

  // Initializers can be nested, so brackets are inserted by position alone.
  const edits = values.flatMap(({ start, end }) => [
    { at: start, text: '(()=>(' },
    { at: end, text: '))()' }
  ]);
  let result = '';
  let from = 0;
  for (const { at, text } of edits.sort((a, b) => a.at - b.at)) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}
