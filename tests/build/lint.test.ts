import { ESLint } from 'eslint';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';
import { root } from './repository';

const eslint = new ESLint({ cwd: root });

async function rulesBroken(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

describe('the lint of modules', () => {
  const assertion = '@typescript-eslint/consistent-type-assertions';

  it.each([
    ['an import against the arrows', "export type { A } from '../../proxy/cli/options';", 'house/arrows'],
    ['such a type in its place', "export type A = import('../../proxy/cli/options').A;", 'house/arrows'],
    ['an any', 'export const a: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['a non-null assertion', 'export const a = [1][0]!;', '@typescript-eslint/no-non-null-assertion'],
    ['an ignored error', '// @ts-ignore\nexport const a = 1;', '@typescript-eslint/ban-ts-comment'],
    ['a type assertion', 'export const a = 1 as unknown;', assertion],
    ['an export without a docstring', 'export const a = 1;', 'house/docstrings'],
    ['a browser in the pure part', 'export const a = window.name;', 'no-restricted-globals'],
    ['a file beyond 400 lines', '\n'.repeat(401), 'max-lines'],
    [
      'any of it behind a comment',
      '/* eslint-disable */\nexport const a: any = 1;',
      '@typescript-eslint/no-explicit-any'
    ]
  ])('refuses %s', async (_, code, rule) => {
    expect(await rulesBroken('src/shared/changes.ts', code)).toContain(rule);
  });

  it('refuses a feature that imports a page', async () => {
    const code = "export { lastRoomAddress } from '../../routes/rooms/last-room';";
    expect(await rulesBroken('src/features/bulk-actions/plan.ts', code)).toContain('house/arrows');
  });

  it('refuses an import against the order of the proxy’s folders', async () => {
    const code = "export { registerForward } from '../forward/routes';";
    expect(await rulesBroken('proxy/access/rights.ts', code)).toContain('house/arrows');
    const inStart = await rulesBroken('proxy/start.ts', code.replace('..', '.'));
    expect(inStart).not.toContain('house/arrows');
  });

  it.each([
    ['tools/soak/main.ts', "export { test } from '../../tests/browser/harness/test';", true],
    ['tools/soak/main.ts', "export { ask } from '../attack/dial';", true],
    ['tools/soak/main.ts', "export { page } from '$app/state';", true],
    ['tools/soak/main.ts', "export { Screen } from '../support/screen';", false],
    ['tests/browser/help.spec.ts', "export { ask } from '../../tools/attack/dial';", true],
    ['tests/browser/help.spec.ts', "export { Screen } from '../../tools/support/screen';", false],
    ['tests/tools/attack/dial.test.ts', "export { ask } from '../../../tools/attack/dial';", false]
  ])('a tool is imported by its own tests alone: in %s, %s', async (path, code, isRefused) => {
    const rules = await rulesBroken(path, code);
    expect(rules.includes('@typescript-eslint/no-restricted-imports')).toBe(isRefused);
  });

  it('allows the app only interfaces that cannot move locks', async () => {
    const code = "export { findCommand } from '#shared/interfaces/registry';";
    const rule = '@typescript-eslint/no-restricted-imports';
    expect(await rulesBroken('src/features/bulk-actions/plan.ts', code)).toContain(rule);
    expect(await rulesBroken('src/lib/state/commands/sendable.ts', code)).not.toContain(rule);
  });

  it.each([
    ['a pool of its own', "import { Pool } from 'undici';\nexport const a = new Pool('http://10.0.0.1');"],
    ['a request of Node’s', "import { request } from 'node:http';\nexport const a = request;"],
    ['a fetch', "export const a = fetch('http://10.0.0.1');"]
  ])('refuses the proxy %s: one module checks all destinations', async (_what, code) => {
    const rules = ['@typescript-eslint/no-restricted-imports', 'no-restricted-globals'];
    const broken = await rulesBroken('proxy/controllers/login.ts', code);
    expect(rules.filter((rule) => broken.includes(rule))).toHaveLength(1);
    expect(await rulesBroken('proxy/controllers/connection.ts', code)).not.toContain(rules[0]);
  });

  it('allows a decoder to assert what it has just checked', async () => {
    const broken = await rulesBroken('src/shared/read.ts', 'export const a = 1 as unknown;');
    expect(broken).not.toContain(assertion);
  });

  it.each([
    ['a second clock', '/** Time. */\nexport interface Clock {\n  now(): number;\n}'],
    ['a limit', '/** A limit. */\nexport const MOST_SCREENS = 1;'],
    ['a minimum', '/** A limit. */\nexport const SHORTEST_GAP_MS = 1;'],
    ['a timeout', '/** A timeout. */\nexport const PATIENCE_MS = 1;'],
    ['an interval', '/** An interval. */\nexport const LOOK_MS = 1;'],
    ['a pause', '/** A pause. */\nexport const REST_MS = 1;']
  ])('refuses %s with a name that is taken or in a form that was replaced', async (_, code) => {
    expect(await rulesBroken('src/shared/changes.ts', code)).toContain('house/vocabulary');
  });

  it('allows a replaced form in text and as a property', async () => {
    const code = "/** MOST_SCREENS. */\nexport const a = { MOST_SCREENS: 'SHORTEST_GAP_MS' };\n";
    expect(await rulesBroken('src/shared/changes.ts', code)).toEqual([]);
  });

  it('lets a type share the docstring of the schema above it', async () => {
    const code = '/** A schema. */\nexport const a = 1;\nexport type A = number;\n';
    expect(await rulesBroken('src/shared/changes.ts', code)).toEqual([]);
  });
});

describe('the lint of components', () => {
  it.each([
    ['markup from text', '<p>{@html name}</p>', 'svelte/no-at-html-tags'],
    ['an inline style', '<p style="color: red">a</p>', 'no-restricted-syntax'],
    ['a computed inline style', '<p style={name}>a</p>', 'no-restricted-syntax'],
    ['an import against the arrows', '{name}', 'house/arrows']
  ])('refuses %s', async (_, markup, rule) => {
    const script = '<script lang="ts">import { name } from \'$lib/state/home.svelte\';</script>';
    expect(await rulesBroken('src/lib/components/Imagined.svelte', `${script}\n${markup}\n`)).toContain(rule);
  });

  it('allows a style directive, which the CSP does not restrict', async () => {
    expect(await rulesBroken('src/lib/components/Imagined.svelte', '<p style:color="red">a</p>\n')).toEqual(
      []
    );
  });
});

it.each([
  ['a promise that nobody awaits', 'const a = async () => 1;\na();', 'no-floating-promises'],
  ['a condition that always holds', 'const a = { b: 1 };\nif (a) a.b = 2;', 'no-unnecessary-condition'],
  ['an await of no promise', 'const a = 1;\nawait a;\nexport {};', 'await-thenable']
])('the lint with types refuses %s', async (_, code, rule) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'planted.ts'), code);
  const argv = [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', join(root, '.oxlintrc.json'), folder];
  const run = promisify(execFile)(process.execPath, argv, { cwd: root });
  await expect(run).rejects.toMatchObject({ stdout: expect.stringContaining(`typescript(${rule})`) });
});
