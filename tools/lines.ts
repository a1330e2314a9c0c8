/** `npm run lines`: prints the lines and characters of code of each building, without blank lines, comments and spaces: a map, no bound. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The buildings. A file belongs to the first that fits. */
const BUILDINGS: readonly (readonly [name: string, paths: RegExp])[] = [
  ['origin', /^proxy\/server\/origin\//],
  ['box', /^proxy\/(?:box\/|main\.ts)/],
  ['sources', /^proxy\/sources\//],
  ['server', /^proxy\/server\//],
  ['shared', /^src\/shared\//],
  ['page', /^src\//],
  ['tests', /^tests\//],
  ['tools', /^tools\//],
  ['build and .ci', /^(?:build|\.ci)\//]
];

const CODE = /\.(?:ts|mjs|js|svelte|css|html|sh)$/;

interface Size {
  lines: number;
  characters: number;
}

/** Adds the size of a text, without blank lines and comments that begin a line. */
function add(size: Size, text: string): void {
  let end: string | undefined;
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isInComment = end !== undefined;
    if (line.startsWith('/*')) end = '*/';
    else if (line.startsWith('<!--')) end = '-->';
    if (!isInComment && end === undefined && line !== '' && !line.startsWith('//')) {
      size.lines += 1;
      size.characters += line.replaceAll(/\s/g, '').length;
    }
    if (end !== undefined && line.includes(end)) end = undefined;
  }
}

const sizes = new Map(BUILDINGS.map(([name]) => [name, { lines: 0, characters: 0 }]));
for (const path of execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')) {
  const [name] = BUILDINGS.find(([, paths]) => paths.test(path)) ?? [];
  const size = name === undefined ? undefined : sizes.get(name);
  if (size && CODE.test(path)) add(size, readFileSync(path, 'utf8'));
}
console.log(`${'building'.padEnd(14)} ${'lines'.padStart(6)} ${'characters'.padStart(11)}`);
for (const [name, { lines, characters }] of sizes)
  console.log(`${name.padEnd(14)} ${String(lines).padStart(6)} ${String(characters).padStart(11)}`);
