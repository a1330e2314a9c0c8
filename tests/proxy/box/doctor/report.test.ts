import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { finding, reportOf, textReportOf } from '../../../../proxy/box/doctor/finding';
import { journalLines } from '../../../../proxy/box/log';
import type { RunProgram } from '../../../../proxy/box/process';

const HEAD = { version: '1.2.3', now: Date.UTC(2026, 5, 1) };

const reportWith = (lines: readonly string[]) =>
  textReportOf(HEAD, [finding('disk-low', { free: 40 })], lines);

/** Imitates journalctl. */
const journal =
  (code: number, stdout: string): RunProgram =>
  async () => ({ code, stdout, stderr: 'Hint: you may not see all of it.' });

it('a report says what it is and what it has, and then has the findings and the log', () => {
  expect(reportWith(['Mantel started.'])).toBe(
    [
      `Report of Mantel 1.2.3 on Node ${process.versions.node}, made at 2026-06-01T00:00:00.000Z.`,
      'It has names and addresses of the home, and no passwords, tokens or keys.',
      '',
      'note     disk: 40 MB are free.',
      '         -> Delete or move other files. Mantel itself needs a few megabytes.',
      '',
      '0 problems, 1 note',
      '',
      'The log:',
      'Mantel started.',
      ''
    ].join('\n')
  );
});

it.each([
  ['a secret of a query', 'GET /x?token=canary&code=canary', 'GET /x?token=[secret]&code=[secret]'],
  ['a setup code that the start printed', '  ABCDEFGH2345', '[secret]'],
  ['what a terminal obeys', 'Hall\u001b[31m\u202e\u2028', 'Hall [31m  ']
])('a report has no line with %s', (_, line, shown) => {
  expect(reportWith([line])).toContain(`The log:\n${shown}\n`);
});

it('a report has the last 200 lines of the journal, each with 2,000 characters at most', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `${at} ${'x'.repeat(3_000)}`);
  const read = await journalLines(journal(0, `${lines.join('\n')}\n`));
  expect(read).toEqual(lines.slice(100).map((line) => line.slice(0, 2_000)));
});

it.each([
  ['has no lines of it', 0],
  ['is not for this user', 1],
  ['is missing', 127]
])('a report says that it has no log if the journal %s', async (_, code) => {
  expect(reportWith(await journalLines(journal(code, '')))).toMatch(
    /\nThe log is not here: nothing was logged, or this user may not read the journal\.\n$/
  );
});

it('the report has a line for each finding with its advice below, and ends with the counts', () => {
  const findings = [finding('node', { version: '24.1.0' }), finding('service-stopped')];
  expect(reportOf(findings)).toBe(
    'ok       Node: 24.1.0\nPROBLEM  service: It is stopped.\n         -> `sudo systemctl start mantel` starts it.\n\n1 problem, 0 notes\n'
  );
});

it('docs/doctor.md has only findings that doctor can make, each once', async () => {
  const repository = fileURLToPath(new URL('../../../..', import.meta.url));
  const folder = join(repository, 'proxy/box/doctor');
  const names = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
  const code = (await Promise.all(names)).join('');
  const page = await readFile(join(repository, 'docs/doctor.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([\w-]+)` +\| (?:ok|note|PROBLEM) /gm)].map(
    ([, name = '']) => name
  );
  expect(documented.length).toBeGreaterThan(70);
  expect(new Set(documented).size).toBe(documented.length);
  expect(documented.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

it('the report has one line for each text, whatever answers here', () => {
  const version = '1\u001b]0;owned\u0007\nok       all: fine {port}\u202e\u2028';
  expect(reportOf([finding('port-ours', { port: 8420, version })]).split('\n')).toEqual([
    'ok       port 8420: Mantel 1 ]0;owned  ok       all: fine {port}   runs here.',
    '',
    '0 problems, 0 notes',
    ''
  ]);
});
