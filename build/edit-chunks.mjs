/**
 * Makes a plugin that edits each JavaScript file of the browser's build, once nothing else changes it.
 * @param {string} name
 * @param {(code: string, chunk: string) => string} edit returns the new code of a chunk
 * @returns {import('vite').Plugin}
 */
export const editChunks = (name, edit) => ({
  name,
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = edit(file.code, file.name);
    }
  }
});
