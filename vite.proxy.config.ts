import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licenses } from './build/licenses.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Bundled CommonJS asks for Node's own modules by `require`, which an ES module has to make for itself. */
const banner = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/**
 * The whole proxy as one file, dependencies and all: it runs from anywhere, and serves the `web` folder that
 * lies beside it.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [licenses({ name: 'main', consumer: 'server' })],
  define: {
    __MANTEL_VERSION__: JSON.stringify(version),
    __MANTEL_BUILT_AT__: String(Date.now())
  },
  ssr: { noExternal: true },
  build: {
    ssr: 'proxy/main.ts',
    target: 'node20.19',
    outDir: 'dist',
    emptyOutDir: false,
    minify: true,
    sourcemap: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false, banner }
    }
  }
});
