import { parseSync, Visitor } from 'vite';

/**
 * Lets classes keep their fields as they are written in engines that know fields but have a flaw there. The
 * bundler's own way out is to turn every private field into a WeakMap: a tenth more to load, and slower at each
 * access.
 *
 * - Safari before 16 may not find a variable in a field's first value where that holds a parenthesis (WebKit
 *   bug 236843), so such a value is put into a function that is called at once.
 * - Chrome before 98 refuses a static field called `name` or `length` (V8 bug 12421): such a one stops the
 *   build.
 * @returns {import('vite').Plugin}
 */
export function classFields() {
  return {
    name: 'class-fields',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = wrapFirstValues(file.code);
      }
    }
  };
}

/**
 * @param {string} code
 * @returns {string}
 * @throws where a static field is called `name` or `length`
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

  // Values may lie within values, so what opens and closes them is put in by its place alone.
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
