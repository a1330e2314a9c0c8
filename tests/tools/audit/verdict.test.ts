import { describe, expect, it } from 'vitest';
import type { Finding, Scan } from '../../../tools/audit/finding';
import { EXIT, linesOf, verdictOf } from '../../../tools/audit/verdict';

const skipped: Scan = { skipped: 'it is not installed' };
const fine: Scan = { findings: [{ scanner: 'csp', id: 'x', severity: 'info', text: 'fine' }] };
const open: Finding = { scanner: 'csp', id: 'style-src', severity: 'high', text: 'unsafe' };
const accepted: Finding = { scanner: 'csp', id: 'script-src', severity: 'medium', text: 'self' };

describe('the verdict of an audit', () => {
  it('is fine if all scanners ran and all findings are accepted', () => {
    expect(verdictOf([fine, { findings: [accepted] }])).toEqual({
      lines: ['2 of 2 scanners ran.', 'All findings are accepted.'],
      exitCode: EXIT.fine
    });
  });

  it('is not fine if no scanner ran', () => {
    const { lines, exitCode } = verdictOf([skipped, skipped]);
    expect(lines).toEqual(['0 of 2 scanners ran.', 'Nothing was audited.']);
    expect(exitCode).toBe(EXIT.incomplete);
  });

  it('is incomplete if a scanner did not run', () => {
    const { lines, exitCode } = verdictOf([skipped, fine]);
    expect(lines).toEqual([
      '1 of 2 scanners ran.',
      'All findings are accepted, but the audit is incomplete.'
    ]);
    expect(exitCode).toBe(EXIT.incomplete);
  });

  it('counts findings that are not accepted, even if a scanner did not run', () => {
    const { lines, exitCode } = verdictOf([skipped, { findings: [open, accepted] }]);
    expect(lines).toEqual(['1 of 2 scanners ran.', '1 finding is not accepted.']);
    expect(exitCode).toBe(EXIT.open);
  });
});

it("prints a scanner's findings above informational, with the reasons of accepted ones", () => {
  expect(linesOf('CSP', { findings: [...fine.findings, open, accepted], summary: 'A+' })).toEqual([
    'CSP: A+; 2 above informational',
    '  OPEN     high style-src: unsafe',
    '  accepted medium script-src: self',
    expect.stringMatching(/^ {11}Only files of the build/)
  ]);
  expect(linesOf('CSP', skipped)).toEqual(['CSP: skipped, it is not installed']);
});
