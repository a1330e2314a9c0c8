import { expect, test } from 'vitest';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import { withOddRooms } from '../../../tools/virtual/odd-rooms';
import { helpText, readCommandLine } from '../../../tools/virtual/command-line';

test('the command line accepts every option', () => {
  const line =
    '--host 0.0.0.0 --port 0 --udp-host 127.0.0.1 --udp-port 5 --prefix X,Y --user u --password=p --name N ' +
    '--mac 00:11:22:aa:BB:cc --seed 7 --token-minutes 0.5 --token-secret s --refresh-tokens many ' +
    '--renewal-errors 500,404,502 --radio-seconds 8 --own-events late --poll strict --odd names,levels ' +
    '--clock-minutes=-120 --reuse-after 30';
  expect(readCommandLine(line.split(' '))).toEqual({
    ok: true,
    value: {
      type: 'start',
      options: {
        host: '0.0.0.0',
        port: 0,
        udp: { host: '127.0.0.1', port: 5, prefixes: ['X', 'Y'] },
        username: 'u',
        password: 'p',
        name: 'N',
        mac: '00:11:22:aa:BB:cc',
        seed: 7,
        tokenLifeMs: 30_000,
        tokenSecret: 's',
        refreshTokens: 'many',
        renewalErrors: [500, 404, 502],
        radioMs: 8_000,
        ownEvents: 'late',
        poll: 'strict',
        clockOffsetMs: -7_200_000,
        reuseIdMs: 30_000,
        house: withOddRooms(HOUSE, ['levels', 'names'])
      }
    }
  });
});

test('the command line does not answer searches with --no-udp', () => {
  expect(readCommandLine(['--no-udp'])).toMatchObject({ value: { options: { udp: null } } });
});

test.each([
  [['--prot', '80'], '--prot'],
  [['18380'], '18380'],
  [['--port'], '--port'],
  [['--port', '65536'], '--port takes a port, 0 to 65535, not "65536"'],
  [['--port', '80x'], '--port'],
  [['--host', 'localhost'], '--host takes an IPv4 address, not "localhost"'],
  [['--udp-host', '300.1.1.1'], '--udp-host'],
  [['--mac', '00:11:22:33:44'], '--mac'],
  [['--seed', '-1'], '--seed'],
  [['--token-minutes', '0'], '--token-minutes'],
  [['--token-minutes', 'long'], '--token-minutes'],
  [['--poll', 'often'], '--poll takes free, strict, none, not "often"'],
  [['--own-events', 'soon'], '--own-events'],
  [['--odd', 'levels,wishes'], '--odd takes a list of levels, units, texts, names'],
  [['--refresh-tokens', '2'], '--refresh-tokens'],
  [['--renewal-errors', '500,401'], '--renewal-errors takes 404, 500, 502'],
  [['--radio-seconds', 'slow'], '--radio-seconds takes seconds'],
  [['--reuse-after', 'soon'], '--reuse-after takes whole seconds'],
  [['--name', ''], '--name'],
  [['--no-udp=yes'], '--no-udp']
])('the command line refuses %j and names the error', (args, named) => {
  const read = readCommandLine(args);
  expect(read).toMatchObject({ ok: false, error: { code: 'bad-option' } });
  expect(read.ok ? '' : read.error.message).toContain(named);
});

test('the command line lists every option in its help', () => {
  expect(readCommandLine(['--help', '--port', 'x'])).toEqual({ ok: true, value: { type: 'help' } });
  for (const option of ['--host', '--own-events', '--no-udp']) expect(helpText()).toContain(option);
});
