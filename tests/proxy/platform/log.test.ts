import { describe, expect, it } from 'vitest';
import { createLog, LOG_LEVELS } from '../../../proxy/platform/log';
import { LogCapture } from '../../support/log-capture';

// zwave-js-ui #4664, #4686, #4687: keys and passwords were found in logs, and in files that everybody could
// read.
describe('a log', () => {
  it.each([
    { password: 'canary' },
    { token: 'canary' },
    { headers: { authorization: 'Basic canary', cookie: 'mantel=canary', 'set-cookie': ['canary'] } },
    { req: { headers: { authorization: 'canary' } } },
    { body: { refresh_token: 'canary', accessToken: 'canary' } },
    { url: '/auth/get-new-access-token?token=canary' },
    { url: '/x?a=1&access_token=canary&b=2' },
    { url: '/api/pair?code=canary&password=canary' },
    { err: new Error('asked /auth?token=canary in vain') }
  ])('a log line contains no secret: %j', (event) => {
    const log = new LogCapture();
    log.error(event, 'Something happened.');
    expect(log.lines.join()).not.toContain('canary');
    expect(log.lines.join()).toContain('[secret]');
  });

  it('a log line contains everything else as JSON, one line for each event', () => {
    const log = new LogCapture();
    log.warn({ file: 'screens', url: '/x?a=1' }, 'A line\nwith a break.');
    expect(log.lines).toHaveLength(1);
    expect(log.entries).toMatchObject([
      { level: 'warn', file: 'screens', url: '/x?a=1', msg: 'A line\nwith a break.' }
    ]);
    expect(log.lines.join().trimEnd()).not.toContain('\n');
  });

  it('a log line contains exactly the expected fields', () => {
    const loggedAt = (level: (typeof LOG_LEVELS)[number]) => {
      let lines = 0;
      const log = createLog(level, { write: () => (lines += 1) });
      for (const say of ['debug', 'info', 'warn', 'error'] as const) log[say]('x');
      return lines;
    };
    expect(LOG_LEVELS.map(loggedAt)).toEqual([4, 3, 2, 1, 0]);
  });
});
