import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEST_PACKAGES, withoutPackages } from '../../build/lock-subset.mjs';
import { packageJson, readText, root } from './repository';

const SOURCE = /\.(?:ts|mjs|js|svelte|css)$/;
const IMPORT = /(?:from|import)\s*\(?\s*['"](?<name>(?:@[\w-]+\/)?[\w][\w.-]*)/g;

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Programs for developers, which need the packages of the tests. */
const FOR_DEVELOPERS = ['build/draw-icons.mjs'];

/** The packages whose names the sources of a run or a build import; types of packages do not count. */
function imported(): Set<string> {
  const files = [
    ...['src', 'proxy', 'build'].flatMap(sourcesIn).filter((file) => !FOR_DEVELOPERS.includes(file)),
    ...['svelte.config.js', 'vite.config.ts', 'vite.proxy.config.ts']
  ];
  const names = files.flatMap((file) => {
    const text = readText(file).replaceAll(/^import type .*$/gm, '');
    return [...text.matchAll(IMPORT)].map(({ groups }) => groups?.['name'] ?? '');
  });
  return new Set(names);
}

describe('the packages that npm start leaves out', () => {
  it('are packages of package.json', () => {
    expect(TEST_PACKAGES.filter((name) => !(name in packageJson.devDependencies))).toEqual([]);
  });

  it('are imported by no source of a run or a build', () => {
    const names = imported();
    expect(names).toContain('fastify');
    expect(TEST_PACKAGES.filter((name) => names.has(name))).toEqual([]);
  });
});

describe('a lockfile without some packages', () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'x', devDependencies: { run: '1', test: '1' } },
      'node_modules/run': { dependencies: { both: '2' }, optionalDependencies: { native: '1', absent: '1' } },
      'node_modules/run/node_modules/both': {
        peerDependencies: { peer: '1', maybe: '1' },
        peerDependenciesMeta: { maybe: { optional: true } }
      },
      'node_modules/test': { dependencies: { both: '1', own: '1' } },
      'node_modules/both': {},
      'node_modules/native': {},
      'node_modules/peer': {},
      'node_modules/maybe': {},
      'node_modules/own': {}
    }
  };

  it('has what the others need, at the versions and places of the whole one', () => {
    const { packages = {} } = withoutPackages(lock, ['test']);
    expect(Object.keys(packages).sort()).toEqual([
      '',
      'node_modules/native',
      'node_modules/peer',
      'node_modules/run',
      'node_modules/run/node_modules/both'
    ]);
    expect(packages['']).toEqual({ name: 'x', devDependencies: { run: '1' } });
  });

  it('is the whole one if nothing is left out, but for optional peers that nothing else needs', () => {
    const { packages = {} } = withoutPackages(lock, []);
    expect(Object.keys(packages)).toHaveLength(Object.keys(lock.packages).length - 1);
  });
});
