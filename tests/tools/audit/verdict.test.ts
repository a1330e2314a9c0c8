import { describe, expect, it } from 'vitest';
import type { Finding, Scan } from '../../../tools/audit/finding';
import { EXIT, tell, verdictOf } from '../../../tools/audit/verdict';

const skipped: Scan = { skipped: 'it is not installed' };
const fine: Scan = { findings: [{ scanner: 'csp', id: 'x', severity: 'info', text: 'fine' }] };
const open: Finding = { scanner: 'csp', id: 'style-src', severity: 'high', text: 'unsafe' };
const answered: Finding = { scanner: 'csp', id: 'script-src', severity: 'medium', text: 'self' };

describe('the verdict of an audit', () => {
  it('is fine where all scanners ran and nothing is left unanswered', () => {
    expect(verdictOf([fine, { findings: [answered] }])).toEqual({
      lines: ['2 of 2 scanners ran.', 'Nothing is left unanswered.'],
      exitCode: EXIT.fine
    });
  });

  it('is not fine where no scanner ran', () => {
    const { lines, exitCode } = verdictOf([skipped, skipped]);
    expect(lines).toEqual(['0 of 2 scanners ran.', 'Nothing was audited.']);
    expect(exitCode).toBe(EXIT.incomplete);
  });

  it('is incomplete where a scanner did not run', () => {
    const { lines, exitCode } = verdictOf([skipped, fine]);
    expect(lines).toEqual([
      '1 of 2 scanners ran.',
      'Nothing that they found is left unanswered, but the audit is incomplete.'
    ]);
    expect(exitCode).toBe(EXIT.incomplete);
  });

  it('counts findings that nobody has answered, also where a scanner did not run', () => {
    const { lines, exitCode } = verdictOf([skipped, { findings: [open, answered] }]);
    expect(lines).toEqual(['1 of 2 scanners ran.', '1 finding is left unanswered.']);
    expect(exitCode).toBe(EXIT.open);
  });
});

it('a scanner is told of with what it found above informational, and with the answers', () => {
  expect(tell('CSP', { findings: [...fine.findings, open, answered], summary: 'A+' })).toEqual([
    'CSP: A+; 2 above informational',
    '  OPEN     high style-src: unsafe',
    '  answered medium script-src: self',
    expect.stringMatching(/^ {11}Only the files of the build/)
  ]);
  expect(tell('CSP', skipped)).toEqual(['CSP: skipped, it is not installed']);
});
