import { expect, it } from 'vitest';
import { COMMAND_ROWS } from '../../../../proxy/box/cli/commands';
import { helpText } from '../../../../proxy/box/cli/help';
import { readOptions } from '../../../../proxy/box/cli/read-options';

const read = (argv: string[], environment: Record<string, string | undefined> = {}) => {
  const command = readOptions(argv, environment);
  if (!command.ok) throw new Error(command.error.message);
  return command.value.kind === 'start' ? command.value.options : command.value;
};

/** The error of refused options; throws if they are accepted. */
function refusal(argv: string[], environment: Record<string, string> = {}) {
  const command = readOptions(argv, environment);
  if (command.ok) throw new Error(`It was taken: ${JSON.stringify(command.value)}`);
  return command.error.message;
}

it('an option has its default if it is not set', () => {
  expect(read([])).toMatchObject({
    host: 'all',
    httpPort: 8420,
    httpsPort: 8443,
    name: 'mantel',
    mdns: true,
    discoveryPrefix: ['CONTROLLER_DETECT', 'CONNECTHOME_BUTLER_DETECT'],
    demo: true,
    logLevel: 'info',
    killWorker: false
  });
  expect(read([])).not.toHaveProperty('origin');
  expect(read([])).not.toHaveProperty('discoveryTargets');
});

it.each([
  [['--http-port', '0'], { httpPort: 0 }],
  [['--http-port=65535'], { httpPort: 65_535 }],
  [['--host', '::1'], { host: '::1' }],
  [['--name', 'Wall-2'], { name: 'wall-2' }],
  [['--no-demo', '--no-mdns'], { demo: false, mdns: false }],
  [['--discovery-prefix', 'A_DETECT, B_DETECT'], { discoveryPrefix: ['A_DETECT', 'B_DETECT'] }],
  [['--discovery-prefix=--X'], { discoveryPrefix: ['--X'] }],
  [
    ['--discovery-targets', '10.0.0.255,192.168.1.255'],
    { discoveryTargets: ['10.0.0.255', '192.168.1.255'] }
  ],
  [['--origin', 'https://panel.example.org:444'], { origin: 'https://panel.example.org:444' }],
  [['--origin', 'http://localhost:9000'], { origin: 'http://localhost:9000' }],
  [['--trusted-proxies', '10.0.0.1,::1'], { trustedProxies: ['10.0.0.1', '::1'] }],
  [['--data-dir', '/var/lib/a=b'], { dataDir: '/var/lib/a=b' }],
  [['--tls-cert', '/etc/c.pem', '--tls-key', '/etc/k.pem'], { tlsCert: '/etc/c.pem', tlsKey: '/etc/k.pem' }]
])('an option is read from the command line: %j', (argv, expected) => {
  expect(read(argv)).toMatchObject(expected);
});

it('an option is read from the environment, and the command line has priority', () => {
  const environment = { MANTEL_HTTP_PORT: '1', MANTEL_DEMO: '0', PATH: '/bin' };
  expect(read([], environment)).toMatchObject({ httpPort: 1, demo: false });
  expect(read(['--http-port', '2', '--demo'], environment)).toMatchObject({ httpPort: 2, demo: true });
});

it('tests name the ports of their controllers on this machine by variables that are not options', () => {
  const ports = { MANTEL_CONTROLLER_PORT: '8080', MANTEL_DISCOVERY_PORT: '9' };
  expect(read([], { ...ports, MANTEL_ALLOW_LOOPBACK: '1' })).toMatchObject({
    controllerPort: 8_080,
    discoveryPort: 9,
    allowLoopback: true
  });
  expect(read([])).toMatchObject({ controllerPort: 80, allowLoopback: false, discoveryPort: 17_318 });
  expect(helpText()).not.toMatch(/loopback|discovery-port|controller-port/i);
});

it.each([
  ['builds and test runs use', { MANTEL_CHROMIUM: '/usr/bin/chromium', MANTEL_TEST_SEED: '7' }],
  ['are empty', { MANTEL_ORIGIN: '', MANTEL_DEMO: '', MANTEL_NO_OPTION: '' }]
])('an option ignores variables that %s', (_, environment) => {
  expect(read([], environment)).toEqual(read([]));
});

it('the data folder defaults to one of the user', () => {
  const { XDG_DATA_HOME: before } = process.env;
  process.env['XDG_DATA_HOME'] = '/srv/data';
  expect(read([])).toMatchObject({ dataDir: '/srv/data/mantel' });
  process.env['XDG_DATA_HOME'] = 'not/absolute';
  expect(read([])).toMatchObject({
    dataDir: expect.stringMatching(/^\/.*\/\.local\/share\/mantel$/) as unknown
  });
  if (before === undefined) delete process.env['XDG_DATA_HOME'];
  else process.env['XDG_DATA_HOME'] = before;
});

// CVE-2026-59178, CVE-2026-59177: a mistyped option left open what it should have closed.

/** Rows for values that an option refuses, in both of its forms. */
const malformed = (option: string, ...values: string[]) =>
  values.flatMap((value): [string[], string][] => [
    [[option, value], option],
    [[`${option}=${value}`], option]
  ]);

it.each<[string[], string]>([
  [['--allow-loopback'], 'There is no option --allow-loopback. See --help.'],
  [['--Demo'], '--Demo'],
  [['-p', '80'], '-p'],
  [['--nonsense=1'], '--nonsense=1'],
  [['--'], 'no option --'],
  [['--demo', '--', '--no-mdns'], 'no option --'],
  [['--demo', 'yes'], 'There is no option or command yes.'],
  [['doktor'], 'There is no option or command doktor.'],
  [['backup'], 'backup needs <file>'],
  [['backup', 'a', 'b'], 'backup takes no argument b'],
  [['service'], 'service needs install'],
  [['service', 'start'], 'service is malformed: it is install, uninstall, status, finish or backups'],
  [['service', 'backups'], 'service backups needs <folder>|off'],
  [['service', 'backups', '/a', 'off'], 'service backups takes no argument off'],
  [['--keep', '3'], '--keep is for backup'],
  [['backup', '/a', '--keep', '0'], '--keep is malformed: it is a number from 1 to 999'],
  [['update'], 'update needs <archive>'],
  [['--yes'], '--yes is for restore and update'],
  [['restore', 'a', '--backup', 'b'], 'There is no option --backup.'],
  [['restore', 'a', '--plain'], '--plain is for backup and service backups'],
  [['--report'], '--report is for doctor.'],
  [['backup', 'a', '--yes'], '--yes is for restore and update'],
  [['restore', '-'], 'restore is malformed'],
  [['update', '~/x.tgz'], 'write the whole path'],
  [['--http-port', '9100', '--https-port', '9100'], 'both 9100'],
  [['--tls-cert', '/c.pem'], '--tls-key'],
  [['backup', '-'], 'backup is malformed: - is not supported, so name a file'],
  [['--data-dir', '~'], 'write the whole path'],
  [['--http-port', '--http-port'], '--http-port needs'],
  [['80'], '80'],
  [[''], 'no option'],
  [['--no-http-port'], '--no-http-port'],
  [['--no-no-demo'], '--no-no-demo'],
  [['--http-port'], '--http-port needs'],
  [['--http-port', '--demo'], '--http-port needs'],
  [['--demo=1'], '--demo is a switch'],
  [['--demo', '--no-demo'], '--demo is given twice'],
  [['--__proto__', 'x'], '--__proto__'],
  ...malformed('--data-dir', '~/mantel'),
  ...malformed('--http-port', '65536', '-1', '80x', '1e3', ''),
  ...malformed('--host', 'example.org', '127.1', ''),
  ...malformed('--name', 'mantel.local', '-mantel', 'x'.repeat(64)),
  ...malformed('--discovery-prefix', 'A DETECT', 'A,,B'),
  ...malformed('--discovery-targets', '192.168.1.255,router', ''),
  ...malformed('--origin', 'null', 'panel.example.org', 'https://user@panel.example.org'),
  ...malformed('--origin', 'http://panel.example.org', 'ftp://panel.example.org'),
  ...malformed('--origin', 'https://panel.example.org/', 'https://panel.example.org/path'),
  ...malformed('--origin', 'https://Panel.example.org', 'https://panel.example.org:443'),
  ...malformed('--trusted-proxies', '10.0.0.0/33'),
  ...malformed('--log-level', 'loud')
])('an unknown or malformed option is refused by its name, in one line: %j', (argv, named) => {
  const message = refusal(argv);
  expect(message).toContain(named);
  expect(message).not.toContain('\n');
});

it.each([
  [{ MANTEL_DISCOVERY_TARGET: '10.0.0.255' }, 'There is no option MANTEL_DISCOVERY_TARGET. See --help.'],
  [{ MANTEL_BACKUP: '/b' }, 'MANTEL_BACKUP'],
  [{ MANTEL_DEMOO: '0' }, 'MANTEL_DEMOO'],
  [{ MANTEL_HELP: '1' }, 'MANTEL_HELP'],
  [{ MANTEL_DEMO: 'false' }, 'MANTEL_DEMO is a switch'],
  [{ MANTEL_HTTP_PORT: 'http' }, 'MANTEL_HTTP_PORT is malformed']
])('an unknown or malformed variable is refused too: %j', (environment, named) => {
  expect(refusal([], environment)).toContain(named);
});

it('the error names the source of the option', () => {
  expect(refusal(['--http-port', 'x'], { MANTEL_HTTP_PORT: '80' })).toContain('--http-port');
  expect(refusal(['--name', 'a'], { MANTEL_HTTP_PORT: 'x' })).toContain('MANTEL_HTTP_PORT');
});

it('a backup and a restore take options and variables of their own, which a start ignores', () => {
  const environment = { MANTEL_PASSPHRASE_FILE: '/p', MANTEL_KEEP: '3' };
  expect(readOptions(['backup', 'a', '--plain'], environment)).toMatchObject({
    value: { kind: 'backup', options: { plain: true, keep: 3 } }
  });
  expect(readOptions(['restore', 'a', '--yes'], environment)).toMatchObject({
    value: { kind: 'restore', options: { yes: true, passphraseFile: '/p' } }
  });
  // A service's environment may name the file for every run.
  expect(readOptions([], environment)).toMatchObject({ value: { kind: 'start' } });
});

it.each([
  [['start', '--http-port', '1'], { kind: 'start', options: { httpPort: 1 } }],
  [['doctor', '--no-mdns', '--report'], { kind: 'doctor', options: { mdns: false, report: true } }],
  [['service', 'status'], { kind: 'service', argument: 'status' }],
  [['service', 'backups', '/b', '--keep', '3'], { argument: '/b', options: { keep: 3 } }],
  [['service', 'backups', 'off'], { kind: 'service backups', argument: 'off' }],
  [['update', '/x.tgz', '--yes'], { kind: 'update', argument: '/x.tgz' }],
  [['setup-code', '--data-dir', '/x'], { kind: 'setup-code', options: { dataDir: '/x' } }],
  [['backup', '--plain', '/b'], { kind: 'backup', argument: '/b', options: { plain: true } }],
  [['--data-dir', '/x', 'restore', '/b'], { kind: 'restore', argument: '/b', options: { dataDir: '/x' } }]
])('a command is read with its arguments and options: %j', (argv, value) => {
  expect(readOptions(argv, {})).toMatchObject({ ok: true, value });
});

it('a command is in the help', () => {
  for (const { name, description } of COMMAND_ROWS) {
    expect(helpText()).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(helpText()).toContain(description);
  }
});

it('HSTS needs a public name, or the start is refused', () => {
  expect(readOptions(['--hsts'], {}).ok).toBe(false);
  expect(readOptions(['--hsts', '--origin', 'http://localhost'], {}).ok).toBe(false);
  expect(readOptions(['--hsts', '--origin', 'https://panel.example.org'], {}).ok).toBe(true);
  expect(readOptions(['--hsts', '--tls-cert', 'a', '--tls-key', 'b'], {}).ok).toBe(true);
});
