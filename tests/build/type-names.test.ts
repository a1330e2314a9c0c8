import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The exported classes, interfaces and types of a source. */
const exportedTypesIn = (source: string) =>
  [...source.matchAll(/^ *export (?:abstract )?(?:class|interface|type|enum) (?<name>\w+)/gm)].map(
    ({ groups }) => groups?.['name'] ?? ''
  );

it('no two modules of the product export a type of one name; the virtual controller is a program of its own', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'proxy'], {
    cwd: root,
    encoding: 'utf8'
  })
    .split('\n')
    .filter((path) => /\.(?:ts|svelte)$/.test(path) && !path.startsWith('proxy/virtual/'));
  const modules = new Map<string, string[]>();
  for (const path of files)
    for (const name of exportedTypesIn(readFileSync(join(root, path), 'utf8')))
      modules.set(name, [...(modules.get(name) ?? []), path]);
  expect(modules.size).toBeGreaterThan(300);
  expect([...modules].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
