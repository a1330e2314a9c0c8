import { ESLint } from 'eslint';
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder, type AtEnd } from '../support/temporary-folder';
import { root } from './repository';

/** A planted file: what is wrong or right with it, its path, its code, and the rule. The `*` of a path becomes a number. */
type Planted = readonly [what: string, path: string, code: string, rule: string];

const assertion = 'typescript(consistent-type-assertions)';
const imports = 'eslint(no-restricted-imports)';
const globals = 'eslint(no-restricted-globals)';
const inPure = 'src/shared/*.ts';

const refused: readonly Planted[] = [
  ['an import against the arrows', inPure, "export * from '../../proxy/cli/options';", 'house(arrows)'],
  ['such a type', inPure, "export type A = import('../../proxy/cli/options').A;", 'house(arrows)'],
  ['an any', inPure, 'export const a: any = 1;', 'typescript(no-explicit-any)'],
  ['a non-null assertion', inPure, 'export const a = [1][0]!;', 'typescript(no-non-null-assertion)'],
  ['an ignored error', inPure, '// @ts-ignore\nexport const a = 1;', 'typescript(ban-ts-comment)'],
  ['a type assertion', inPure, 'export const a = 1 as unknown;', assertion],
  ['a name that nobody uses', inPure, 'const a = 1;', 'eslint(no-unused-vars)'],
  ['an export without a docstring', inPure, 'export const a = 1;', 'house(docstrings)'],
  ['a browser in the pure part', inPure, 'export const a = window.name;', globals],
  ['a file beyond 400 lines', inPure, '\n'.repeat(401), 'eslint(max-lines)'],
  [
    'any of it behind a comment for ESLint',
    inPure,
    '/* eslint-disable */\nexport const a: any = 1;',
    'typescript(no-explicit-any)'
  ],
  ['a store', 'tests/lib/*.ts', "export { writable } from 'svelte/store';", imports],
  ['the inside of Svelte', 'tools/soak/*.ts', "import 'svelte/internal/client';", imports],
  ['a rune for debugging', 'src/lib/kinds/*.ts', '$inspect(1);', globals],
  [
    'a time of its own',
    'src/lib/kinds/*.ts',
    'new Date().toLocaleString();',
    'eslint(no-restricted-properties)'
  ],
  [
    'a feature that imports a page',
    'src/features/bulk-actions/*.ts',
    "export { lastRoomAddress } from '../../routes/rooms/last-room';",
    'house(arrows)'
  ],
  [
    'an import against the order of the proxy’s folders',
    'proxy/access/*.ts',
    "export { registerForward } from '../forward/routes';",
    'house(arrows)'
  ],
  [
    'a tool that imports a test',
    'tools/soak/*.ts',
    "export * from '../../tests/browser/harness/test';",
    imports
  ],
  ['a tool that imports another', 'tools/soak/*.ts', "export { ask } from '../attack/dial';", imports],
  ['a tool that imports the app', 'tools/soak/*.ts', "export { page } from '$app/state';", imports],
  [
    'a test that imports a tool of others',
    'tests/browser/*.spec.ts',
    "export * from '../../tools/attack/dial';",
    imports
  ],
  [
    'a feature that sends what may move a lock',
    'src/features/bulk-actions/*.ts',
    "export { findCommand } from '#shared/interfaces/registry';",
    imports
  ],
  [
    'the proxy a pool of its own: one module checks all destinations',
    'proxy/controllers/*.ts',
    "export { Pool } from 'undici';",
    imports
  ],
  [
    'the proxy a request of Node’s',
    'proxy/controllers/*.ts',
    "export { request } from 'node:http';",
    imports
  ],
  ['the proxy a fetch', 'proxy/controllers/*.ts', "fetch('http://10.0.0.1');", globals],
  [
    'a second clock',
    inPure,
    '/** Time. */\nexport interface Clock {\n  now(): number;\n}',
    'house(vocabulary)'
  ],
  ['a limit in a replaced form', inPure, 'export const MOST_SCREENS = 1;', 'house(vocabulary)'],
  ['a minimum in a replaced form', inPure, 'export const SHORTEST_GAP_MS = 1;', 'house(vocabulary)'],
  ['a timeout in a replaced form', inPure, 'export const PATIENCE_MS = 1;', 'house(vocabulary)'],
  ['an interval in a replaced form', inPure, 'export const LOOK_MS = 1;', 'house(vocabulary)'],
  ['a pause in a replaced form', inPure, 'export const REST_MS = 1;', 'house(vocabulary)'],
  [
    'a promise that nobody awaits',
    inPure,
    'const a = async () => 1;\na();\nexport {};',
    'typescript(no-floating-promises)'
  ],
  [
    'a condition that always holds',
    inPure,
    'const a = { b: 1 };\nif (a) a.b = 2;\nexport {};',
    'typescript(no-unnecessary-condition)'
  ],
  ['an await of no promise', inPure, 'const a = 1;\nawait a;\nexport {};', 'typescript(await-thenable)']
];

const accepted: readonly Planted[] = [
  [
    'start an import of what it composes',
    'proxy/start.ts',
    "export * from './forward/routes';",
    'house(arrows)'
  ],
  ['a tool what tools share', 'tools/soak/*.ts', "export { Screen } from '../support/screen';", imports],
  [
    'a test what tools share',
    'tests/browser/*.spec.ts',
    "export { Screen } from '../../tools/support/screen';",
    imports
  ],
  [
    'a tool’s tests their tool',
    'tests/tools/attack/*.ts',
    "export * from '../../../tools/attack/dial';",
    imports
  ],
  [
    'the module for what may be sent all commands',
    'src/lib/state/commands/sendable.ts',
    "export { findCommand } from '#shared/interfaces/registry';",
    imports
  ],
  [
    'the module for destinations its pools',
    'proxy/controllers/connection.ts',
    "export { Pool } from 'undici';\nexport { request } from 'node:http';",
    imports
  ],
  ['the module for destinations a fetch', 'proxy/net/local-request.ts', "fetch('http://10.0.0.1');", globals],
  [
    'a decoder to assert what it has just checked',
    'src/shared/read.ts',
    'export const a = 1 as unknown;',
    assertion
  ],
  [
    'a replaced form in text and as a property',
    inPure,
    "/** MOST_SCREENS. */\nexport const a = { MOST_SCREENS: 'SHORTEST_GAP_MS' };\n",
    'house(vocabulary)'
  ],
  [
    'a type to share the docstring of the schema above it',
    inPure,
    '/** A schema. */\nexport const a = 1;\nexport type A = number;\n',
    'house(docstrings)'
  ]
];

/** A folder with the settings of the repository's lint, and planted files. */
async function plant(files: ReadonlyMap<string, string>, atEnd?: AtEnd): Promise<string> {
  const folder = await temporaryFolder(atEnd);
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await cp(join(root, '.ci/lint'), join(folder, '.ci/lint'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, code] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), code);
  }
  return folder;
}

/** What Oxlint prints about the files in a folder, one line for each finding, and its exit code. */
function oxlint(folder: string): Promise<{ output: string; code: number }> {
  const argv = ['node_modules/oxlint/bin/oxlint', '--format', 'unix', 'src', 'proxy', 'tools', 'tests'];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, { cwd: folder }, (_error, output) => {
      resolve({ output, code: child.exitCode ?? 1 });
    });
  });
}

const pathOf = ([, path]: Planted, index: number) => path.replace('*', `planted-${index}`);

describe('the lint of modules', () => {
  const planted = [...refused, ...accepted];
  let lines: string[] = [];

  beforeAll(async () => {
    const files = new Map(planted.map((each, index) => [pathOf(each, index), each[2]]));
    let end = async () => {};
    const folder = await plant(files, (remove) => (end = remove));
    lines = (await oxlint(folder)).output.split('\n');
    return end;
  });

  /** Whether a rule refuses a planted file. */
  function isRefused(each: Planted): boolean {
    const path = pathOf(each, planted.indexOf(each));
    return lines.some((line) => line.startsWith(`${path}:`) && line.includes(each[3]));
  }

  it.each(refused.map((each) => [each[0], each] as const))('refuses %s', (_what, each) => {
    expect(isRefused(each)).toBe(true);
  });

  it.each(accepted.map((each) => [each[0], each] as const))('allows %s', (_what, each) => {
    expect(isRefused(each)).toBe(false);
  });

  it.each([
    '/* oxlint-disable */\nvar a: any;',
    'var a: any; // oxlint-disable-line',
    '/* eslint-disable */'
  ])('refuses a comment that directs it: %s', async (code) => {
    const { output, code: exit } = await oxlint(await plant(new Map([['src/planted.ts', code]])));
    expect({ output, exit }).toEqual({ output: expect.stringContaining('1 problem'), exit: 1 });
  });
});

describe('the lint of components', () => {
  const eslint = new ESLint({ cwd: root });

  async function rulesBroken(code: string): Promise<(string | null)[]> {
    const filePath = 'src/lib/components/Imagined.svelte';
    const [result] = await eslint.lintText(code, { filePath });
    return result?.messages.map(({ ruleId }) => ruleId) ?? [];
  }

  const inScript = (code: string) => `<script lang="ts">\n${code}\n</script>\n`;

  it.each([
    ['markup from text', '<p>{@html name}</p>', 'svelte/no-at-html-tags'],
    ['an inline style', '<p style="color: red">a</p>', 'no-restricted-syntax'],
    ['a computed inline style', '<p style={name}>a</p>', 'no-restricted-syntax'],
    ['an import against the arrows', '{name}', 'house/arrows']
  ])('refuses %s', async (_, markup, rule) => {
    const script = inScript("import { name } from '$lib/state/home.svelte';");
    expect(await rulesBroken(`${script}${markup}\n`)).toContain(rule);
  });

  it.each([
    ['an any', 'const a: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['a non-null assertion', 'const a = [1][0]!;', '@typescript-eslint/no-non-null-assertion'],
    ['an ignored error', '// @ts-ignore\nconst a = 1;', '@typescript-eslint/ban-ts-comment'],
    ['a type assertion', 'const a = 1 as unknown;', '@typescript-eslint/consistent-type-assertions'],
    ['a name that nobody uses', 'const a = 1;', '@typescript-eslint/no-unused-vars'],
    ['a file beyond 400 lines', '\n'.repeat(401), 'max-lines'],
    ['a store', "import 'svelte/store';", 'no-restricted-imports'],
    ['a time of its own', 'new Date().toLocaleString();', 'no-restricted-properties'],
    [
      'what may move a lock',
      "import '#shared/interfaces/registry';",
      '@typescript-eslint/no-restricted-imports'
    ],
    ['a limit in a replaced form', 'const MOST_SCREENS = 1;', 'house/vocabulary'],
    [
      'any of it behind a comment',
      '/* eslint-disable */\nconst a: any = 1;',
      '@typescript-eslint/no-explicit-any'
    ]
  ])('refuses %s in a script, as in a module', async (_, code, rule) => {
    expect(await rulesBroken(inScript(code))).toContain(rule);
  });

  it('allows a style directive, which the CSP does not restrict', async () => {
    expect(await rulesBroken('<p style:color="red">a</p>\n')).toEqual([]);
  });
});
