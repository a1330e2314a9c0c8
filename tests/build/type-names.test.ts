import { expect, it } from 'vitest';
import { productModules, readText } from './repository';

/** The exported classes, interfaces and types of a source. */
const exportedTypesIn = (source: string) =>
  [...source.matchAll(/^ *export (?:abstract )?(?:class|interface|type|enum) (?<name>\w+)/gm)].map(
    ({ groups }) => groups?.['name'] ?? ''
  );

it('no two modules of the product export a type of one name; the virtual controller is a program of its own', () => {
  const files = productModules().filter((path) => !path.startsWith('proxy/virtual/'));
  const modules = new Map<string, string[]>();
  for (const path of files)
    for (const name of exportedTypesIn(readText(path)))
      modules.set(name, [...(modules.get(name) ?? []), path]);
  expect(modules.size).toBeGreaterThan(300);
  expect([...modules].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
