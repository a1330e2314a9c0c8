import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  }).trim();
}

/**
 * Tells one build's cached shell from the next one's: the version with the commit, or with the time where the
 * tree has changed since, or where there is no git to ask.
 */
function versionName() {
  try {
    if (git('status', '--porcelain') === '') return `${version}+${git('rev-parse', '--short', 'HEAD')}`;
  } catch {
    // An archive of the sources has no git.
  }
  // The build loads this file in several processes, which must agree: the first one's time counts for all.
  process.env['APP_BUILD_TIME'] ??= Date.now().toString(36);
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
