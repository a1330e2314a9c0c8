import { expect, it } from 'vitest';
import { note, textReportOf } from '../../../../proxy/box/doctor/finding';
import { journalLines } from '../../../../proxy/box/log';
import type { RunProgram } from '../../../../proxy/box/process';

const HEAD = { version: '1.2.3', now: Date.UTC(2026, 5, 1) };

const reportWith = (lines: readonly string[]) =>
  textReportOf(HEAD, [note('disk', '40 MB are free.', 'Delete files.')], lines);

/** Imitates journalctl. */
const journal =
  (code: number, stdout: string): RunProgram =>
  async () => ({ code, stdout, stderr: 'Hint: you may not see all of it.' });

it('a report says what it is and what it has, and then has the findings and the log', () => {
  expect(reportWith(['Mantel started.'])).toBe(
    [
      `Report of Mantel 1.2.3 on Node ${process.versions.node}, made at 2026-06-01T00:00:00.000Z.`,
      'It has names and addresses of the home, and no passwords, tokens or keys.',
      ...['', 'note     disk: 40 MB are free.', '         -> Delete files.', '', '0 problems, 1 note', ''],
      ...['The log:', 'Mantel started.', '']
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
