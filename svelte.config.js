import { readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { builtCommit, sourceDate } from './build/source-date.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/**
 * The name of this build: the version with the commit, or with the time if the tree has changes or there is no
 * git. It distinguishes the cached app from the next one.
 */
function versionName() {
  const commit = builtCommit();
  if (commit) return `${version}+${commit.hash}`;
  // The build loads this file in several processes, which must agree: the first one's time counts for all.
  process.env['APP_BUILD_TIME'] ??= sourceDate().toString(36);
  return `${version}+${process.env['APP_BUILD_TIME']}`;
}

/** @type {import('@sveltejs/kit').Config} */
const config = {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, discloseVersion: false },
  kit: {
    alias: { $features: 'src/features' },
    adapter: adapter({ pages: 'dist/web', assets: 'dist/web', fallback: 'index.html', precompress: true }),
    serviceWorker: { register: false },
    version: { name: versionName() },
    typescript: {
      config(tsconfig) {
        tsconfig.include = [
          ...tsconfig.include,
          '../*.config.ts',
          '../*.config.js',
          '../.ci/**/*.mjs',
          '../build/**/*.mjs',
          '../build/**/*.d.ts',
          '../tools/**/*.ts'
        ];
        // Kit leaves the service worker out; nothing goes unchecked here.
        tsconfig.exclude = ['../node_modules/**'];
        return tsconfig;
      }
    }
  }
};

export default config;
