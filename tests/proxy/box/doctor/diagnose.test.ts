import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { checkDiscovery } from '../../../../proxy/box/doctor/controller-checks';
import { reportOf, type Finding } from '../../../../proxy/box/doctor/finding';
import { PATHS } from '../../../../proxy/box/service/system-files';
import { silentLog } from '../../../../proxy/server/base/platform/log';
import { FORMAT } from '../../../../proxy/server/base/store/folder-format';
import type { NameUse } from '../../../../proxy/server/origin/mdns/name-query';
import { createAuthority, issueLeaf } from '../../../../proxy/server/origin/tls/authority';
import { controllerAt } from '../../../../tools/support/test-variables';
import { virtualForTest } from '../../../support/controllers';
import { listening } from '../../../support/listening';
import { testProxy } from '../../../support/test-proxy';
import { aBox, NOW, type Box } from './a-box';

/** Another device has taken the name. */
function takeName(box: Box) {
  box.mdns = true;
  box.nameUse = { state: 'taken', address: '192.168.1.9' };
}

/** Spoils a file of the data folder. */
const spoil =
  (...names: readonly string[]) =>
  async ({ dataDir }: Box) => {
    for (const name of names) await writeFile(join(dataDir, name), 'nonsense');
  };

/** A Mantel runs, and says this of its name. */
const runMantel = async ({ argv }: Box, mdnsState: string) =>
  argv.push('--http-port', await listen(JSON.stringify({ name: 'mantel', version: '1', mdnsState })));

/** A certificate with its key, from then on. */
const leafAt = (at: number) => issueLeaf(createAuthority(at), { names: ['localhost'], at });

const NAMES_WHO_HAS_IT = /^name: .*mantel\.local: 192\.168\.1\.9\..*--name/;

/** The findings of a level, each with its advice in one text. */
const foundIn = (wanted: Finding['level']) => (findings: readonly Finding[]) =>
  findings
    .filter(({ level }) => level === wanted)
    .map(({ subject, text, advice }) => `${subject}: ${text} ${advice}`);
const problemsIn = foundIn('problem');
const notesIn = foundIn('note');

let box: Box;

beforeEach(async () => {
  box = await aBox();
});

/** Listens on a free port of loopback with this answer. Returns the port. */
const listen = async (body: string) =>
  String(await listening(createServer((_request, response) => void response.end(body))));

it('doctor finds no problem on a healthy box, and names what it checked', async () => {
  // It restarted often, but that is long ago.
  Object.assign(box.service, { NRestarts: '9', ExecMainStartTimestampMonotonic: '-1e9' });
  const findings = await box.examine();
  expect(problemsIn(findings)).toEqual([]);
  expect(findings.map(({ subject }) => subject)).toEqual([
    'Node',
    'app',
    'clock',
    'addresses',
    'http',
    'https',
    'data folder',
    'disk',
    'certificate',
    'name',
    'controller Loft',
    'discovery',
    'service',
    'backups'
  ]);
});

it.each<[string, (box: Box) => unknown, RegExp]>([
  ['no built app', ({ host }) => void (host.webFolder = ''), /^app: .*missing.*npm start/],
  [
    'a missing script',
    ({ folder }) => rm(join(folder, 'web/_app'), { recursive: true }),
    /^app: 1 of its files.*unpack/
  ],
  ['a clock before the build', ({ host }) => void (host.now = 0), /^clock: It says 1970.*set-ntp/],
  [
    'a record that was set aside',
    async ({ dataDir }) => {
      await mkdir(join(dataDir, 'record'));
      await writeFile(join(dataDir, 'record', '0123456789ab.db.broken-1'), '');
    },
    /^data folder: record\/0123456789ab\.db was damaged.*A new record has begun\..*delete \S+\/record\/\S+\.$/
  ],
  ['no address', ({ host }) => void (host.addresses = []), /^addresses: .*phones can’t connect.*cable/],
  [
    'a taken port',
    async ({ argv }) => void argv.push('--http-port', await listen('another program')),
    /^port \d+: Another program uses it.*--http-port/
  ],
  [
    'a taken name that the running Mantel knows about',
    async (own) => {
      takeName(own);
      await runMantel(own, 'conflict');
    },
    NAMES_WHO_HAS_IT
  ],
  ['a taken name while no Mantel runs', takeName, NAMES_WHO_HAS_IT],
  [
    'a data folder of a newer format',
    ({ dataDir }) => writeFile(join(dataDir, 'format'), `${FORMAT + 1}\n`),
    /^data folder: .*newer Mantel.*restore/
  ],
  [
    'a data folder of an earlier build',
    ({ dataDir }) => rm(join(dataDir, 'format')),
    /^data folder: \S+ is of an earlier build that was never released\. .*Move it away and start with an empty one; phones sign in again\./
  ],
  ['a truncated key', spoil('key'), /^data folder: The key .*damaged.*restore/],
  [
    'a damaged file',
    spoil('screens'),
    /^data folder: screens cannot be decrypted: it has the signed-in phones.*restore/
  ],
  [
    'a certificate authority that was damaged and replaced',
    spoil('tls.broken-1'),
    /^data folder: tls was damaged.*Lost: the certificate authority.* trust again\..*restore.*Nobody was signed out\. Open \/install.*delete \S+\/tls\.broken-1\.$/
  ],
  ...(
    [
      ['key', 'the key, without which', 'setup-code'],
      ['screens', 'the signed-in phones and tablets', 'setup-code'],
      ['accounts', 'the accounts of the homes', 'the account of each home'],
      ['controllers', 'the controllers', 'connect each controller'],
      ['layout-0a', 'names, icons', 'chosen again'],
      ['timers', 'timers', 'Set them again'],
      ['message-0a', 'where messages go', 'nobody is told of dangers'],
      ['touch-0a', 'which devices ask first', 'where nothing must move'],
      ['push-keys', 'the keys of messages', 'on each phone'],
      ['zwave-js', 'the set-up of the Z-Wave JS server', 'set the server up again']
    ] as const
  ).map(([name, lost, wayOut]): [string, (box: Box) => unknown, RegExp] => [
    `${name} that was damaged and replaced`,
    spoil(`${name}.broken-2`),
    new RegExp(
      `^data folder: ${name} was damaged.*Lost: ${lost}.*restore.*${wayOut}.*delete \\S+\\.broken-2\\.$`
    )
  ]),
  [
    'a stopped service',
    ({ service }) => void (service.ActiveState = 'inactive'),
    /^service: It is stopped\. `sudo systemctl start mantel`/
  ],
  [
    'a service that restarts again and again',
    ({ service }) =>
      Object.assign(service, { ActiveState: 'activating', NRestarts: '7', ExecMainStatus: '1' }),
    /^service: It has restarted 7 times, and may do so again \(exit code 1\)\. `journalctl -u mantel -n 50`.*update --back/
  ],
  [
    'a service that restarted often and just runs',
    ({ service }) =>
      Object.assign(service, { NRestarts: '4', ExecMainStartTimestampMonotonic: `${uptime() * 1e6}` }),
    /^service: It has restarted 4 times/
  ],
  [
    'a service with a wrong option',
    ({ service }) => Object.assign(service, { ActiveState: 'failed', ExecMainStatus: '2' }),
    /^service: It ended because an option is wrong.*mantel\.env.*restart/
  ],
  [
    'a service that failed',
    ({ service }) => Object.assign(service, { ActiveState: 'failed', ExecMainStatus: '1' }),
    /^service: It failed \(exit code 1\)/
  ],
  [
    'an update that was interrupted',
    ({ root }) => writeFile(join(root, PATHS.pending), ''),
    /^update: An update was interrupted\. `sudo systemctl start mantel-update/
  ],
  [
    'a folder of something else',
    ({ dataDir }) => rm(join(dataDir, 'key')),
    /^data folder: .*no key.*Name another folder/
  ],
  ['a full disk', ({ space }) => void (space.bytes = 0), /^disk: The disk is full.*Delete or move/],
  ['no inodes', ({ space }) => void (space.files = 0), /^disk: No more files/],
  [
    'an expired certificate',
    (own) => own.useCertificate(leafAt(0)),
    /^certificate: .*own\.pem expired \d+ days ago.*Renew it/
  ],
  [
    'a certificate with the key of another one',
    (own) => own.useCertificate({ ...leafAt(NOW), key: leafAt(NOW).key }),
    /^certificate: .*the key does not match the certificate.*Correct --tls-cert and --tls-key/
  ],
  [
    'a controller that is off',
    ({ argv }) => void argv.splice(0, 2, ...controllerAt(1)),
    /^controller Loft: Nothing answers at 127\.0\.0\.1, port 1.*power/
  ],
  [
    'another device at its address',
    ({ cards }) => cards.set('127.0.0.1', '02005e100099'),
    /^controller Loft: Another device answers.*02005e100099, and not 02005e100001.*sends nothing/
  ]
])('doctor names a planted fault and what to do, and nothing else: %s', async (_, plant, expected) => {
  await plant(box);
  const problems = problemsIn(await box.examine());
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

it.each<[string, (box: Box) => unknown, RegExp]>([
  [
    'a name that is not announced',
    async (own) => {
      own.mdns = true;
      await runMantel(own, 'off');
    },
    /^name: mantel\.local is not announced.*5353.*--no-mdns/
  ],
  [
    'a service that does not start with the box',
    ({ service }) => void (service.UnitFileState = 'disabled'),
    /^service: .*not start with this box.*systemctl enable/
  ],
  [
    'a systemd that does not answer',
    (own) => void (own.systemctl = async () => ({ code: 1, stdout: '', stderr: '' })),
    /^service: It was not checked/
  ],
  [
    'another unit than that of the version',
    ({ root }) => writeFile(join(root, PATHS.units, 'mantel.service'), 'ExecStart=/usr/bin/node'),
    /^units: .*\/etc\/systemd\/system\/mantel\.service\. .*service install/
  ],
  ['an update under way', (own) => void (own.updating = 'activating'), /^update: An update is under way/],
  [
    'an update that was taken back',
    ({ root }) => writeFile(join(root, PATHS.takenBack), 'Mantel 1.2.0 is not installed. It ended.\n'),
    /^update: Mantel 1\.2\.0 is not installed\. It ended\. /
  ],
  [
    'a Node that gets no updates',
    ({ host }) => void (host.nodeVersion = '20.19.0'),
    /^Node: 20\.19\.0 gets no security updates/
  ]
])('doctor notes what is worth knowing: %s', async (_, plant, expected) => {
  const before = notesIn(await box.examine());
  await plant(box);
  const notes = notesIn(await box.examine()).filter((text) => !before.includes(text));
  expect(notes).toEqual([expect.stringMatching(expected)]);
});

it.each<[NameUse, string]>([
  [{ state: 'free' }, 'No other device answers to mantel.local.'],
  [{ state: 'no-network' }, 'mantel.local was not checked without a network.'],
  [
    { state: 'failed', error: Object.assign(new Error('in use'), { code: 'EADDRINUSE' }) },
    'mantel.local was not checked, because the mDNS port cannot be used (EADDRINUSE).'
  ]
])('doctor says of the name only what was found out: %j', async (nameUse, text) => {
  box.mdns = true;
  box.nameUse = nameUse;
  const finding = (await box.examine()).find(({ subject }) => subject === 'name');
  expect(finding).toMatchObject({ level: nameUse.state === 'free' ? 'ok' : 'note', text });
});

it('doctor names a data folder that cannot be used', async () => {
  expect(problemsIn(await box.examine('/dev/null/data'))).toEqual([
    expect.stringMatching(
      /^data folder: \/dev\/null\/data cannot be used: a part of \/dev\/null\/data is not a folder/
    )
  ]);
});

it('doctor says that it did not check what it cannot read', async () => {
  const unchecked = async (subject: string) =>
    (await box.examine()).filter((finding) => finding.subject === subject).map(({ level }) => level);
  await spoil('tls', 'controllers')(box);
  expect([await unchecked('certificate'), await unchecked('controllers')]).toEqual([['note'], ['note']]);
  await spoil('key')(box);
  expect([await unchecked('certificate'), await unchecked('controllers')]).toEqual([['note'], ['note']]);
});

it('doctor notes that others have access to the key', async () => {
  await chmod(join(box.dataDir, 'key'), 0o644);
  expect(await box.examine()).toContainEqual(
    expect.objectContaining({
      level: 'note',
      subject: 'access',
      text: `Others have access to ${box.dataDir}/key.`
    })
  );
});

it('doctor recognises a Mantel that runs at the port', async () => {
  const { port, dataDir } = await testProxy();
  box.argv.push('--http-port', String(port));
  const findings = await box.examine(dataDir);
  expect(problemsIn(findings)).toEqual([]);
  const ours = { level: 'ok', subject: `port ${port}`, text: 'Mantel test runs here.', advice: '' };
  expect(findings).toContainEqual(ours);
  expect(reportOf(findings)).toContain('Mantel renews it');
});

it.each([
  ['that answers', true, { level: 'ok' }],
  ['that is missing', false, { level: 'note' }]
] as const)('doctor searches for controllers once: one %s', async (_, isThere, expected) => {
  const udp = { host: '127.0.0.1', port: 0, prefixes: ['CONTROLLER_DETECT'] };
  const controller = await virtualForTest({ udp });
  const port = isThere ? (controller.udpPort ?? 0) : 9;
  const rule = { allowLoopback: true };
  const about = { log: silentLog, rule, prefixes: ['CONTROLLER_DETECT'], port, targets: ['127.0.0.1'] };
  const finding = await checkDiscovery(about);
  expect(finding).toMatchObject(expected);
});
