import { expect, it } from 'vitest';
import { createLog, debugForAWhile, LOG_LEVELS } from '../../../proxy/box/log';
import type { Log } from '../../../proxy/server/base/platform/log';
import { FakeClock } from '../../support/fake-clock';
import { LogCapture } from '../../support/log-capture';

// zwave-js-ui #4664, #4686, #4687: keys and passwords were found in logs, and in files that everybody could
// read.

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

it('a log line contains no character that a terminal obeys, and keeps the value', () => {
  const log = new LogCapture();
  const name = 'A\u009b31m\u007f\u202eB\u2028C\u2029D\u{e0001}E\u200f';
  log.info({ screen: name }, name);
  expect(log.lines.join().trimEnd()).toMatch(/^[\x20-\x7e]+$/);
  expect(log.entries).toMatchObject([{ screen: name, msg: name }]);
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

const linesOf = (write: (log: Log) => void, stream: { isTTY?: boolean } = {}) => {
  const lines: string[] = [];
  write(createLog('debug', { ...stream, write: (line: string) => void lines.push(line) }));
  return lines;
};

it('a log is text on a terminal and JSON elsewhere', () => {
  const write = (log: Log) => log.info({ box: true, controller: 'Loft', seconds: 12 }, 'Controller online.');
  const text = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ INFO  Controller online\. controller=Loft seconds=12\n$/;
  expect(linesOf(write, { isTTY: true })[0]).toMatch(text);
  const [line = ''] = linesOf(write);
  expect(JSON.parse(line)).toMatchObject({ controller: 'Loft', msg: 'Controller online.' });
});

it('a log as text has no secret, no line break and no escape sequence of a name', () => {
  const [line = ''] = linesOf(
    (log) =>
      log.warn({ screen: 'Hall\n\u001b[31m\u2028\u202e', token: 'canary', url: '/x?token=canary' }, 'A\nB'),
    { isTTY: true }
  );
  expect(line).toContain('A B screen="Hall');
  expect(line.trimEnd()).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(line).not.toContain('canary');
});

it('a log as text has the stack of an error below its line', () => {
  const [line = ''] = linesOf((log) => log.error({ err: new Error('broken') }, 'It failed.'), {
    isTTY: true
  });
  expect(line).toMatch(/ERROR It failed\.\n {2}Error: broken\n {6}at /);
});

it('a log is at debug for 15 minutes from the last signal on, and then at its own level again', () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const messages = () => lines.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg);
  const sayMore = debugForAWhile(log, clock);
  log.debug('before');
  sayMore();
  clock.pass(10 * 60_000);
  sayMore();
  clock.pass(15 * 60_000 - 1);
  log.debug('within');
  expect(messages()).toEqual([
    'Log level is debug for 15 minutes.',
    'Log level is debug for 15 minutes.',
    'within'
  ]);
  clock.pass(1);
  log.info('after');
  expect(messages()).toEqual(['Log level is warn again.']);
});
