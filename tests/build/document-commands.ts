import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, root } from './repository';

/** The documents for owners, which have command lines. */
export const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
];

/** How documents call the program. What follows is its command line. */
const PROGRAM =
  /^(?:sudo |docker exec \S+ |docker compose -f \S+ exec -T mantel |MANTEL_\w+=\S+ )?(?:mantel|docker compose -f \S+ run --rm mantel|node (?:package\/)?dist\/main\.js|npx \.\/mantel-[\w.]+\.tgz|npm start(?: --silent)?(?: --)?)(?=$|\s)(?<line>.*)$/;

/** The lines of code of a document: between backticks, and indented by four spaces. */
export const codeIn = (text: string) => [
  ...[...text.matchAll(/`(?<code>[^`\n]+)`/g)].map(({ groups }) => groups?.['code'] ?? ''),
  ...[...text.matchAll(/^ {4,}(?<code>\S.*)$/gm)].map(({ groups }) => groups?.['code'] ?? '')
];

/** The lines of code of a document without their comments, and with continued lines joined. */
const linesIn = (document: string) =>
  codeIn(readText(document).replaceAll(/ *\\\n +/g, ' ')).map((code) => code.replace(/\s+#\s.*$/, '').trim());

/** Lines of code that are part of a procedure of the documents, beside those of the program. */
const OTHER =
  /^(?:sudo (?!mantel|node)|tar -|(?:sha256sum|npm|npx|git|gh|docker|systemctl|journalctl|timedatectl) )/;

/** The command lines of a document: those of the program, and the others of its procedures. */
export const commandsIn = (document: string) =>
  linesIn(document).filter((line) => PROGRAM.test(line) || OTHER.test(line));

/** The arguments of the program in a command line; undefined if it calls something else. */
export const argumentsOf = (line: string) => PROGRAM.exec(line)?.groups?.['line'];
