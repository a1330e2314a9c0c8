import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { launcher, PROGRAM_FILE } from './build/launcher.mjs';
import { licenses } from './build/licenses.mjs';
import { recordThread } from './build/record-thread.mjs';
import { sourceDate } from './build/source-date.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Bundled CommonJS asks for Node's own modules by `require`, which an ES module has to make for itself. */
const banner = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/**
 * The whole proxy with its dependencies as one file, and a launcher that checks the version of Node first. They
 * run from anywhere and serve the `web` folder beside them.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [launcher(), recordThread(), licenses({ name: 'main', consumer: 'server' })],
  define: {
    __MANTEL_VERSION__: JSON.stringify(version),
    __MANTEL_BUILT_AT__: String(sourceDate())
  },
  resolve: {
    alias: [
      // Fastify requires its compilers of JSON schemas where a server brings none of its own: ours does (proxy/server/http/server.ts).
      {
        find: /^@fastify\/(ajv-compiler|fast-json-stringify-compiler)$/,
        replacement: join(root, 'build/no-schemas.mjs')
      },
      { find: /^undici$/, replacement: join(root, 'build/undici.mjs') }
    ]
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
      output: { format: 'es', entryFileNames: PROGRAM_FILE, codeSplitting: false, banner }
    }
  }
});
