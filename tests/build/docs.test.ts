import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLASS } from '../../proxy/sources/zwave-js/classes';
import { first as en } from '../../src/lib/i18n/messages/en';
import { lazy } from '../../src/lib/i18n/messages/lazy/en';
import { readText, root } from './repository';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

/** Files of the working tree that git ignores: a build or a run makes them. */
const ignored = readText('.gitignore').split('\n').filter(Boolean);

const topLevel = readdirSync(root, { withFileTypes: true })
  .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  .filter((name) => !ignored.includes(name));

/** Endings that only files of this repository have in the documents. */
const SOURCE_FILE = /\.(?:ts|svelte|mjs|css|md)$/;
const PATH = /^[\w.@()[\]*+-]+(?:\/[\w.@()[\]*+-]+)*\/?$/;

/** Files that programs write and documents name. */
const WRITTEN_BY_PROGRAMS = ['controller-report.md'];

/** The words between backticks that name a file or a folder of the repository. */
function pathsIn(markdown: string): string[] {
  const codes = [...markdown.matchAll(/```[^]*?```|`[^`\n]+`/g)].map(([code]) => code.replaceAll('`', ' '));
  const words = codes.flatMap((code) => code.split(/\s+/)).filter((word) => PATH.test(word));
  const isInRepository = (word: string) =>
    topLevel.includes(word) ||
    SOURCE_FILE.test(word) ||
    topLevel.some((name) => name.endsWith('/') && word.startsWith(name));
  return [...new Set(words)].filter((word) => isInRepository(word) && !WRITTEN_BY_PROGRAMS.includes(word));
}

/** Whether there is such a file or folder, or for `*` at least one that matches in its folder. */
function exists(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(root, path));
  const [name = '', ...folders] = path.split('/').reverse();
  const folder = join(root, ...folders.reverse());
  const parts = name.split('*').map((part) => part.replace(/[.()[\]+]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return existsSync(folder) && readdirSync(folder).some((entry) => pattern.test(entry));
}

const missingIn = (markdown: string) => pathsIn(markdown).filter((path) => !exists(path));

/** The relative targets of the links, without anchors. */
const linksIn = (markdown: string) =>
  [...markdown.matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.['target']?.replace(/#.*$/, '') ?? '')
    .filter((target) => target !== '' && !/^\w+:/.test(target));

/** The labels of the app in a way through it, such as `_Settings → About_`. */
const labelsIn = (markdown: string) =>
  [...markdown.matchAll(/_(?<way>[^_\n]+→[^_\n]+)_/g)].flatMap(
    ({ groups }) => groups?.['way']?.split('→').map((label) => label.trim()) ?? []
  );

describe.each(DOCUMENTS)('%s', (document) => {
  it('names only files and folders that exist', () => {
    expect(missingIn(readText(document))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const targets = linksIn(readText(document)).map((target) => join(dirname(document), target));
    expect(targets.filter((target) => !exists(target))).toEqual([]);
  });
});

it('finds the names of the architecture page', () => {
  expect(pathsIn(readText('docs/architecture.md')).length).toBeGreaterThan(100);
});

it('SECURITY.md leads through the app by labels that the app has', () => {
  const labels = labelsIn(readText('SECURITY.md'));
  expect(labels.length).toBeGreaterThan(0);
  expect(labels.filter((label) => !Object.values<unknown>({ ...en, ...lazy }).includes(label))).toEqual([]);
});

it('docs/zwave-js.md names every command class that is read', () => {
  const numbers: unknown[] =
    readText('docs/zwave-js.md')
      .match(/\b\d+\b/g)
      ?.map(Number) ?? [];
  expect(Object.values(CLASS).filter((number) => !numbers.includes(number))).toEqual([]);
});
