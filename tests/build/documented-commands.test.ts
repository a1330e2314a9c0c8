import { describe, expect, it } from 'vitest';
import { readOptions } from '../../proxy/box/cli/read-options';
import { argumentsOf, codeIn, commandsIn, DOCUMENTS } from './document-commands';
import { packageJson, readText } from './repository';

/** Arguments as a shell reads them, without a file as input. Placeholders and the shell's parts become a word. */
const wordsOf = (line: string) =>
  line
    .replaceAll(/"[^"]*"| > \S+$/g, (part) => (part.startsWith('"') ? '/a-path' : ''))
    .replaceAll('<hash>', 'a'.repeat(64))
    .replace(/ <\/\S+$/, '')
    .replaceAll(/<[^>]+>/g, '/a-path')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '…');

/** The program's command lines in a document. */
const programLinesIn = (document: string) =>
  commandsIn(document).flatMap((line) => {
    const words = argumentsOf(line);
    return words === undefined ? [] : [wordsOf(words)];
  });

describe('the command lines of the documents', () => {
  const all = DOCUMENTS.flatMap((document) => programLinesIn(document).map((words) => ({ document, words })));

  it.each(all.map(({ document, words }) => [document, words.join(' '), words] as const))(
    '%s: the program takes %s',
    (_, _line, words) => {
      const read = readOptions(words, {});
      expect(read.ok ? '' : read.error.message).toBe('');
    }
  );

  it.each([...DOCUMENTS, 'CONTRIBUTING.md'])('%s names only existing npm scripts', (document) => {
    const named = codeIn(readText(document)).flatMap((code) =>
      [...code.matchAll(/npm run (?:--silent )?(?<name>[\w:]+)/g)].map(({ groups }) => groups?.['name'] ?? '')
    );
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });
});
