/** `npm run lines`: prints how many lines of code each building has, without blank lines and comments. */
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

/** The lines of a text that are neither blank nor part of a comment that begins its line. */
function countLines(text: string): number {
  let lines = 0;
  let end: string | undefined;
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isInComment = end !== undefined;
    if (line.startsWith('/*')) end = '*/';
    else if (line.startsWith('<!--')) end = '-->';
    if (!isInComment && end === undefined && line !== '' && !line.startsWith('//')) lines++;
    if (end !== undefined && line.includes(end)) end = undefined;
  }
  return lines;
}

const counts = new Map(BUILDINGS.map(([name]) => [name, 0]));
for (const path of execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')) {
  const [name] = BUILDINGS.find(([, paths]) => paths.test(path)) ?? [];
  if (name !== undefined && CODE.test(path))
    counts.set(name, (counts.get(name) ?? 0) + countLines(readFileSync(path, 'utf8')));
}
for (const [name, lines] of counts) console.log(`${name.padEnd(14)} ${String(lines).padStart(6)}`);
