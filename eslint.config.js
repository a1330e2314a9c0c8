import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import house from './.ci/lint/house.mjs';
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

/**
 * The lint of components, and of scripts without types. That of modules is .oxlintrc.json, so what holds for both is in both;
 * modules with runes are read here for the rules of Svelte.
 */
export default defineConfig(
  globalIgnores(['dist/', '.svelte-kit/', 'test-results/', '**/*.ts', '!**/*.svelte.ts']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  ts.configs.strict,
  svelte.configs.recommended,
  {
    plugins: { house },
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
      'svelte/no-navigation-without-resolve': 'off'
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
    files: ['src/**/*.{ts,svelte}'],
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
    files: ['src/**/*.{ts,svelte}'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] }
  },
  {
    files: ['src/{lib,features,routes}/**/*.{ts,svelte}'],
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
  componentTypes
);
