import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import house from './.ci/lint/house.mjs';
import svelteConfig from './svelte.config.js';

/** What formats times, by region and choice. */
const message = 'src/lib/i18n/time.ts formats times, by region and choice.';

const style = {
  selector: 'SvelteAttribute[key.name="style"]',
  message: 'The CSP refuses it: use style: directives.'
};

const href = 'SvelteAttribute[key.name="href"]';
/** The address of a home's page. Those that are left out are of no home. */
const path = '/^[/](?!(connect|pair|.*[.]txt)$)/';

const target = `:matches(${href}, ${href} > *, CallExpression[callee.name="goto"])`;

/** Addresses of a home's pages that are written by hand: as a text, or as the begin of a template. */
const addresses = [`[value=${path}]`, `TemplateLiteral > [value.raw=${path}]`].map((text) => ({
  selector: `${target} > ${text}:first-child`,
  message: 'src/lib/state/path-of.ts makes the addresses of a home.'
}));

/** Facts with a dot between them, and texts around a message. */
const SENTENCES = [
  'Literal[value=/·/]',
  'TemplateElement[value.raw=/·/]',
  'SvelteText[value=/·/]',
  'TemplateLiteral:has(CallExpression[callee.name="t"])'
];
const sentences = SENTENCES.map((selector) => ({
  selector,
  message:
    'No component makes sentences: `facts` of src/lib/i18n/list.ts joins them, and a function in a module words them.'
}));

const restricted = [
  { name: 'svelte/store', message: 'State is rune classes.' },
  {
    name: '#shared/interfaces/registry',
    message: 'What may be sent is for src/lib/state/commands/sendable.ts to say: a lock takes no command.'
  }
];

/** Ticks beside what is said of the home. */
const ticks = {
  name: '@mdi/js',
  importNames: ['mdiCheck', 'mdiCheckBold', 'mdiCheckCircle', 'mdiCheckCircleOutline'],
  message: '`quietLine` of src/lib/kinds/house-lines.ts says what has a tick: only what is known now.'
};

/** Parameters of a device, as the controller sends them. */
const raw = {
  selector: 'MemberExpression[property.name="params"][object.property.name="device"]',
  message: 'Controls get typed values: src/features/device/device-values.ts.'
};

/** The rules for components, and those of Svelte for modules with runes. All others are Oxlint's: .oxlintrc.json. */
export default defineConfig(
  globalIgnores(['dist/', '.svelte-kit/', 'test-results/', '**/*.{js,mjs,ts}', '!src/**/*.svelte.ts']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  ts.configs.strict,
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', 'src/**/*.svelte.ts'],
    plugins: { house },
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      'house/arrows': 'error',
      'house/literals': 'error',
      'no-duplicate-imports': 'error',
      'no-multi-assign': 'error',
      'no-sequences': ['error', { allowInParentheses: false }],
      'max-lines': ['error', 400],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The app lies at its origin's root for life, so no link needs a base path.
      'svelte/no-navigation-without-resolve': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'Intl', property: 'DateTimeFormat', message },
        ...['toLocaleTimeString', 'toLocaleDateString', 'toLocaleString'].map((property) => ({
          property,
          message
        })),
        ...['toSorted', 'toReversed', 'toSpliced', 'findLast', 'groupBy'].map((property) => ({
          property,
          message: 'Older browsers that Mantel runs in have no such method: docs/browsers.md.'
        }))
      ],
      'no-restricted-imports': ['error', { paths: restricted }],
      'no-restricted-syntax': ['error', style, ...sentences, raw]
    }
  },
  {
    // The other pages are of no home.
    files: ['src/features/**/*.svelte', 'src/routes/(app)/**/*.svelte', 'src/routes/*.svelte'],
    ignores: ['src/routes/+error.svelte'],
    rules: { 'no-restricted-syntax': ['error', style, ...sentences, raw, ...addresses] }
  },
  {
    files: ['src/features/{bulk-actions,home,room,wall}/**/*.svelte', 'src/routes/(app)/now/**/*.svelte'],
    // A tick is its chosen option.
    ignores: ['src/routes/(app)/now/activity/**'],
    rules: { 'no-restricted-imports': ['error', { paths: [...restricted, ticks] }] }
  },
  {
    // They show the parameters themselves.
    files: ['src/features/sheets/DeviceFacts.svelte'],
    rules: { 'no-restricted-syntax': ['error', style, ...sentences, ...addresses] }
  }
);
