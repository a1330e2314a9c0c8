import * as icons from '@mdi/js';

/**
 * Puts each icon's path where it is used. The icons come as one module, which would be one file: every page
 * would load the icons of all.
 * @returns {import('vite').Plugin}
 */
export function iconsInPlace() {
  /** @type {Record<string, string | undefined>} */
  const paths = { ...icons };
  return {
    name: 'icons-in-place',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: '@mdi/js' },
      handler: (code) => ({
        code: code.replace(/import\s*\{([^}]*)\}\s*from\s*['"]@mdi\/js['"];?/g, declare),
        map: null
      })
    }
  };

  /**
   * @param {string} _
   * @param {string} names
   */
  function declare(_, names) {
    const constants = names.split(',').flatMap((entry) => {
      const [name = '', local = name] = entry.trim().split(/\s+as\s+/);
      if (name === '') return [];
      if (paths[name] === undefined) throw new Error(`@mdi/js has no icon ${name}`);
      return [`const ${local} = ${JSON.stringify(paths[name])};`];
    });
    return constants.join(' ');
  }
}
