import { expect, it } from 'vitest';
import { readReport } from '../../../tools/audit/dependencies';

const report = (severity: string) =>
  JSON.stringify({ vulnerabilities: { ws: { name: 'ws', severity, range: '<8.17.1' } } });

it.each([
  ['critical', 'critical'],
  ['high', 'high'],
  ['moderate', 'medium'],
  ['low', 'low'],
  ['unknown', 'high']
])('the audit of dependencies finds a package with a vulnerability of severity %s', (severity, found) => {
  expect(readReport(report(severity))).toMatchObject({
    findings: [{ scanner: 'npm audit', id: 'ws', severity: found, text: `${severity}, versions <8.17.1` }]
  });
});

it('the audit of dependencies finds nothing if no package has a vulnerability', () => {
  expect(readReport('{"vulnerabilities": {}}')).toEqual({
    findings: [],
    summary: 'no known vulnerability in any package'
  });
});

it.each(['', 'npm error', '{"message": "405 Method Not Allowed", "statusCode": 405}'])(
  'the audit of dependencies is skipped if the registry does not answer: %j',
  (answer) => {
    expect(readReport(answer)).toEqual({ skipped: 'the registry does not answer' });
  }
);
