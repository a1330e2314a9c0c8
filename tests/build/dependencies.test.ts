import { describe, expect, it } from 'vitest';
import { judge } from '../../.ci/dependencies.mjs';

const told = (severity: string) =>
  JSON.stringify({ vulnerabilities: { ws: { name: 'ws', severity, range: '<8.17.1' } } });

describe('the audit of dependencies', () => {
  it('fails where a package has a grave weakness, and names it', () => {
    for (const severity of ['high', 'critical'])
      expect(judge(told(severity))).toEqual({
        isAnswered: true,
        isFine: false,
        text: `${severity}: ws <8.17.1`
      });
  });

  it('tells of lesser ones', () => {
    expect(judge(told('moderate'))).toMatchObject({ isFine: true, text: 'moderate: ws <8.17.1' });
    expect(judge('{"vulnerabilities": {}}')).toMatchObject({ isAnswered: true, isFine: true });
  });

  it.each(['', 'npm error', '{"message": "405 Method Not Allowed", "statusCode": 405}'])(
    'says so where the registry does not answer: %j',
    (answer) => {
      expect(judge(answer)).toMatchObject({ isAnswered: false, isFine: true });
      expect(judge(answer).text).toContain('does not answer');
    }
  );
});
