import { describe, expect, it } from 'vitest';
import { readReport } from '../../../tools/audit/dependencies';

const told = (severity: string) =>
  JSON.stringify({ vulnerabilities: { ws: { name: 'ws', severity, range: '<8.17.1' } } });

describe('the audit of dependencies', () => {
  it.each([
    ['critical', 'critical'],
    ['high', 'high'],
    ['moderate', 'medium'],
    ['low', 'low'],
    ['never heard of', 'high']
  ])('finds a package with a weakness that is %s, and names it', (severity, found) => {
    expect(readReport(told(severity))).toMatchObject({
      findings: [{ scanner: 'npm audit', id: 'ws', severity: found, text: `${severity}, versions <8.17.1` }]
    });
  });

  it('finds nothing where no package has one', () => {
    expect(readReport('{"vulnerabilities": {}}')).toEqual({
      findings: [],
      summary: 'no known weakness in any package'
    });
  });

  it.each(['', 'npm error', '{"message": "405 Method Not Allowed", "statusCode": 405}'])(
    'is skipped where the registry does not answer: %j',
    (answer) => {
      expect(readReport(answer)).toEqual({ skipped: 'the registry does not answer' });
    }
  );
});
