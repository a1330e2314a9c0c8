import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../proxy/cli/read-options';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });
const { scripts } = v.parse(packageSchema, JSON.parse(readText('package.json')));

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
];

/** How documents call the program. What follows is its command line. */
const PROGRAM =
  /^(?:sudo |docker exec \S+ |MANTEL_\w+=\S+ )?(?:mantel|node (?:package\/)?dist\/main\.js|npx \.\/mantel-[\w.]+\.tgz|npm start(?: --silent)? --)\s+(?<line>.*)$/;

/** The lines of code of a document: between backticks, and indented by four spaces. */
const codeIn = (text: string) => [
  ...[...text.matchAll(/`(?<code>[^`\n]+)`/g)].map(({ groups }) => groups?.['code'] ?? ''),
  ...[...text.matchAll(/^ {4,}(?<code>\S.*)$/gm)].map(({ groups }) => groups?.['code'] ?? '')
];

/** The arguments of a command line of a document, without its comment. Placeholders and the shell's parts become a word. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/\s+#\s/);
  return command
    .replaceAll(/"[^"]*"/g, '/a-path')
    .replaceAll('<hash>', 'a'.repeat(64))
    .replaceAll(/<[^>]+>/g, '/a-path')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '…');
}

/** The program's command lines in a document. */
const commandsIn = (document: string) =>
  codeIn(readText(document).replaceAll(/ \\\n +/g, ' ')).flatMap((code) => {
    const line = PROGRAM.exec(code)?.groups?.['line'];
    return line === undefined ? [] : [wordsOf(line)];
  });

describe('the command lines of the documents', () => {
  const all = DOCUMENTS.flatMap((document) => commandsIn(document).map((words) => ({ document, words })));

  it.each(all.map(({ document, words }) => [document, words.join(' '), words] as const))(
    '%s: the program takes %s',
    (_, _line, words) => {
      const read = readOptions(words, {});
      expect(read.ok ? '' : read.error.message).toBe('');
    }
  );

  it('have every command of the program', () => {
    const named = new Set(all.map(({ words: [name = ''] }) => name));
    for (const name of ['doctor', 'setup-code', 'backup', 'restore', 'service', 'update'])
      expect(named).toContain(name);
  });

  it.each(DOCUMENTS)('%s names only existing npm scripts', (document) => {
    const named = codeIn(readText(document)).flatMap((code) =>
      [...code.matchAll(/npm run (?:--silent )?(?<name>[\w:]+)/g)].map(({ groups }) => groups?.['name'] ?? '')
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('the workflow runs the two commands of the README', () => {
  const workflow = readText('.github/workflows/checks.yml');
  const [first = '', second = ''] = [...readText('README.md').matchAll(/^ {4}(npm \w+) /gm)].map(
    ([, command = '']) => command
  );
  expect([first, second]).toEqual(['npm start', 'npm test']);
  for (const command of [first, second])
    expect(workflow).toMatch(new RegExp(`run: (?:\\|\n +)?${command}\\b`));
});

it('the template for problems asks for the output of doctor', () => {
  expect(readText('.github/ISSUE_TEMPLATE/problem.yml')).toContain('`mantel doctor`');
});
