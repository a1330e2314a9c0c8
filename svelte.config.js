import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** @type {import('@sveltejs/kit').Config} */
const config = {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  kit: {
    adapter: adapter({ pages: 'dist/web', assets: 'dist/web', fallback: 'index.html' }),
    serviceWorker: { register: false },
    version: { name: version },
    typescript: {
      config(tsconfig) {
        tsconfig.include = [...tsconfig.include, '../*.config.ts', '../*.config.js', '../.ci/**/*.mjs'];
        // Kit leaves the service worker out; nothing goes unchecked here.
        tsconfig.exclude = ['../node_modules/**'];
        return tsconfig;
      }
    }
  }
};

export default config;
