import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { announcerStyle } from './build/announcer-style.mjs';
import { chunkGroups, lateParts } from './build/chunks.mjs';
import { classFields } from './build/class-fields.mjs';
import { compileHints } from './build/compile-hints.mjs';
import { licenses } from './build/licenses.mjs';
import { unusedCode } from './build/unused-code.mjs';

export default defineConfig({
  plugins: [
    announcerStyle(),
    unusedCode(),
    sveltekit(),
    classFields(),
    compileHints(),
    licenses({
      name: 'web',
      consumer: 'client',
      folder: 'dist',
      inlined: [
        '@mdi/js',
        ...['core', 'precaching', 'routing', 'strategies'].map((part) => `workbox-${part}`)
      ]
    })
  ],
  build: {
    // A chunk's chunks come at a home's speed, or from the cache; a link for each costs a slow tablet more than they are late.
    modulePreload: false,
    // Chrome 95 and Safari 15.4 read what is written for these two, class fields included: see class-fields.mjs.
    target: ['chrome98', 'safari16', 'firefox115'],
    cssTarget: ['chrome95', 'safari15.4', 'firefox115']
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // @mdi/js is one module with all icons: left alone, it is one file that every page loads.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          treeshake: {
            propertyReadSideEffects: false,
            unknownGlobalSideEffects: false,
            // See `LATE_PARTS` in build/chunks.mjs: the file of all pages does not import what it does not use. Nor does a page import
            // the schemas for a constant that is copied into it.
            moduleSideEffects: [
              { test: lateParts, sideEffects: false },
              { test: /\/src\/shared\//, sideEffects: false }
            ]
          },
          // What a group without its dependencies needs.
          preserveEntrySignatures: 'allow-extension',
          output: { codeSplitting: { groups: chunkGroups } }
        }
      }
    }
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8420', ws: true } } }
});
