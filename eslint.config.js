import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import { arrows } from './.ci/lint/arrows.mjs';
import { docstrings } from './.ci/lint/docstrings.mjs';
import { vocabulary } from './.ci/lint/vocabulary.mjs';
import svelteConfig from './svelte.config.js';

/**
 * Rules that need types are Oxlint's (.oxlintrc.json), which does not read components. For components ESLint applies them if
 * `LINT_COMPONENT_TYPES` is 1: `npm run check:long`. It takes minutes.
 */
const componentTypes =
  process.env['LINT_COMPONENT_TYPES'] === '1'
    ? [
        {
          files: ['**/*.svelte'],
          extends: [ts.configs.strictTypeChecked],
          languageOptions: {
            parserOptions: {
              projectService: true,
              tsconfigRootDir: import.meta.dirname,
              extraFileExtensions: ['.svelte']
            }
          }
        }
      ]
    : [];

/** Files that are tables, where length is no sign of trouble. */
const tables = [
  'src/lib/i18n/messages/**/*.ts',
  'proxy/cli/options.ts',
  'tools/probe/facts.ts',
  'tests/faults/cases/*.ts'
];

/** The decoders: the only code that may assert a type, since it has just looked. */
const decoders = ['src/shared/read.ts', 'src/shared/home-schema.ts'];

/** What a pure module has no business with: neither a browser's nor Node's own. */
const impure = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'indexedDB',
  'fetch',
  'process',
  'Buffer'
];

/** Where the proxy's connections to controllers are opened. */
const onlyPool = 'Controllers are talked to by openPool of proxy/controllers/connection.ts.';

/** A tool imports neither tests nor other tools, and only its own tests import it. */
const onlySupport = 'What tools and tests share lies in tools/support.';

export default defineConfig(
  globalIgnores(['dist/', '.svelte-kit/', 'test-results/']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  ts.configs.strict,
  svelte.configs.recommended,
  {
    plugins: { house: { rules: { arrows, docstrings, vocabulary } } },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node }
    },
    rules: {
      'house/arrows': 'error',
      'house/vocabulary': 'error',
      'max-lines': ['error', 400],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'svelte/store', message: 'State is rune classes.' }] }
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The app lies at its origin's root for life, so no link needs a base path.
      'svelte/no-navigation-without-resolve': 'off',
      'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }]
    }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.{js,ts}'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]',
          message: 'The CSP refuses it: use style: directives.'
        }
      ]
    }
  },
  {
    files: ['src/**/*.ts', 'proxy/**/*.ts'],
    rules: { 'house/docstrings': 'error' }
  },
  {
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['src/lib/i18n/time.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          { object: 'Intl', property: 'DateTimeFormat' },
          ...['toLocaleTimeString', 'toLocaleDateString', 'toLocaleString'].map((property) => ({ property }))
        ].map((place) => ({ ...place, message: 'src/lib/i18n/time.ts formats times, by region and choice.' }))
      ]
    }
  },
  {
    files: ['src/**/*.{ts,svelte}', 'proxy/**/*.ts'],
    ignores: decoders,
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] }
  },
  {
    files: ['src/{lib,features,routes}/**/*.{ts,svelte}'],
    ignores: ['src/lib/state/commands/sendable.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '#shared/interfaces/registry',
              message:
                'What may be sent is for src/lib/state/commands/sendable.ts to say: a lock takes no command.'
            }
          ]
        }
      ]
    }
  },
  {
    files: ['tools/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^[./]+/(?:tests|attack|audit|bench|engines|faults|pictures|probe|soak)/',
              message: onlySupport
            },
            { regex: '^\\$|\\.svelte$', message: 'A tool runs in Node, without SvelteKit.' }
          ]
        }
      ]
    }
  },
  {
    files: ['tests/**/*.ts'],
    ignores: ['tests/tools/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '/tools/(?!support/)', message: onlySupport }] }
      ]
    }
  },
  {
    // Whoever is talked to there is looked at first.
    files: ['proxy/**/*.ts'],
    ignores: ['proxy/controllers/connection.ts', 'proxy/net/local-request.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: onlyPool }],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'undici', allowTypeImports: true, message: onlyPool },
            ...['node:http', 'node:https'].map((name) => ({
              name,
              importNames: ['request', 'get', 'Agent'],
              message: onlyPool
            }))
          ]
        }
      ]
    }
  },
  {
    files: ['src/shared/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...impure] }
  },
  componentTypes,
  { files: tables, rules: { 'max-lines': 'off' } }
);
