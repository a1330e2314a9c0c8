import { editChunks } from './edit-chunks.mjs';

/** The files whose functions run at the start, nearly all of them. */
const AT_START = ['first', 'frame', 'home', 'tiles'];

/**
 * Tells V8 to compile all functions of these files with the file, on another thread, instead of each at its first call: on a slow tablet
 * the first tiles come a twelfth sooner, the app's own an eighth. Other engines read a comment. It has to be the first line, before what Vite
 * adds: https://v8.dev/blog/explicit-compile-hints.
 * @returns {import('vite').Plugin}
 */
export const compileHints = () =>
  editChunks('compile-hints', (code, chunk) =>
    AT_START.includes(chunk) ? `//# allFunctionsCalledOnLoad\n${code}` : code
  );
