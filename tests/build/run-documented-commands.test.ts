import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeIn, commandsIn, DOCUMENTS } from './document-commands';
import { packVersion } from './pack-version';
import { readText } from './repository';
import { hasNamespaces, Sandbox } from './sandbox';

/**
 * Runs the command lines of the documents, as they are written: on one system Mantel is unpacked, tried out and backed up, on another it is
 * installed as a service, updated, restored and removed.
 */
/** Waits for the trial of an update, which takes a minute, and for a start. */
const TIMEOUT_MS = 600_000;

/** A command line, and what it prints. */
interface Step {
  readonly line: string;
  readonly prints?: RegExp;
  /** Placeholders of the line, with what stands for them. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** The command is ended by Ctrl-C after it printed this. */
  readonly until?: string;
  /** Commands of the test before this one. */
  readonly before?: string;
  /** Folder of the command. */
  readonly folder?: string;
}

const READY = 'Mantel is ready';
const CODE = /\b[A-Z2-7]{12}\n/;
const BACKED_UP = /Backed up \S+ to \S+\.\n/;
const SERVICE_BACKED_UP = /^Backed up \/var\/lib\/mantel to \/root\/home\.backup\.\n$/;
const RESTORED = /Restored \d+ files into \S+\.\n/;
const HEALTHY = /^Mantel [^]*ok +port 8420: Mantel 0\.\d\.0 runs here[^]*\n0 problems, \d notes?\n/;

const UNPACKED = { folder: 'package' };

/** Makes `mantel` the unpacked program, as the README says. */
const NAME_IT = `printf '#!/bin/sh\\nexec node /mnt/package/dist/main.js "$@"\\n' >/usr/local/bin/mantel; chmod +x /usr/local/bin/mantel`;

/** Writes lines of code of the page about certificates to a file. */
const write = (start: RegExp, file: string) =>
  `echo '${codeIn(readText('docs/https.md'))
    .filter((line) => start.test(line))
    .join('\n')}' >>${file}`;

/** What certbot makes, and its hook. */
const LETSENCRYPT = `cd /etc/ && mkdir -p letsencrypt/live/panel.example.org letsencrypt/renewal-hooks/deploy && cd letsencrypt
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=x -out live/panel.example.org/fullchain.pem \
  -keyout live/panel.example.org/privkey.pem; ${write(/^(?:#!|cd |install )/, 'renewal-hooks/deploy/mantel')}`;

/** The lines that are run to try Mantel out, in their order. */
const TRIED: readonly Step[] = [
  { line: 'sha256sum --check mantel-0.1.0.tgz.sha256', prints: /^mantel-0\.1\.0\.tgz: OK\n$/ },
  { line: 'npx ./mantel-0.1.0.tgz', until: READY },
  { line: 'tar -xzf mantel-0.1.0.tgz' },
  { line: 'node package/dist/main.js', until: READY },
  { line: 'node dist/main.js', until: READY, ...UNPACKED },
  { line: 'node dist/main.js --http-port 9000', until: READY, ...UNPACKED },
  { line: 'node dist/main.js setup-code', prints: CODE, ...UNPACKED },
  { line: 'mantel', until: READY, before: NAME_IT },
  { line: 'mantel start', until: READY },
  { line: 'mantel setup-code', prints: CODE },
  { line: 'mantel backup home.backup', prints: BACKED_UP },
  { line: 'mantel restore home.backup', prints: RESTORED, before: 'rm -r /root/.local' },
  { line: 'mantel restore home.backup --data-dir /srv/mantel', prints: RESTORED }
];

/** The lines that are run as a service, on another system, in their order. */
const SERVED: readonly Step[] = [
  { line: 'tar -xzf mantel-0.1.0.tgz' },
  { line: 'mantel service install', before: NAME_IT, prints: /Mantel 0\.1\.0 is installed in \/opt\/mantel/ },
  {
    line: 'sudo node package/dist/main.js service install',
    prints: /Mantel 0\.1\.0 is installed in \/opt\/mantel/
  },
  { line: 'sudo mantel service install', prints: /Mantel 0\.1\.0 is installed in \/opt\/mantel/ },
  { line: 'sudo systemctl enable mantel' },
  {
    line: 'mantel service status',
    prints: /^service: active\nversion: 0\.1\.0\ndata: {4}\/var\/lib\/mantel\n$/
  },
  { line: 'systemctl status mantel', prints: /^ +Active: active \(running\)$/m },
  { line: 'sudo systemctl restart mantel' },
  { line: 'mantel doctor', prints: HEALTHY, before: untilReady() },
  { line: 'journalctl -u mantel', prints: /"Mantel started\."/ },
  { line: 'journalctl -u mantel -n 50', prints: /"Mantel started\."/ },
  { line: 'sudo mantel doctor', prints: HEALTHY },
  { line: 'sudo mantel doctor --report > mantel-report.txt' },
  {
    line: 'sudo mantel setup-code',
    prints: CODE,
    before: 'grep -q "^ok  *data folder" /mnt/mantel-report.txt'
  },
  { line: 'sudo mantel backup /root/home.backup', prints: SERVICE_BACKED_UP },
  {
    line: 'sudo mantel service backups /srv/backups --passphrase-file /root/mantel.passphrase',
    prints: /^A backup was made\. [^]*the last 30 stay in \/srv\/backups\.\n$/
  },
  { line: 'sudo systemctl start mantel-backup' },
  { line: 'journalctl -u mantel-backup', prints: /^Backed up /m },
  { line: 'mantel doctor', prints: /ok +backups: The newest backup in \/srv\/backups is 0 hours old\./ },
  { line: 'sudo mantel service backups off', prints: /^The nightly backups are off\./ },
  { line: 'sudo mantel update mantel-0.2.0.tgz', prints: /Mantel 0\.2\.0 runs\. The version before is kept/ },
  { line: 'sudo systemctl start mantel-update' },
  { line: 'journalctl -u mantel-update' },
  { line: 'sudo mantel update --back', prints: /Mantel 0\.1\.0 runs\. The version before is kept/ },
  { line: 'mantel service status', prints: /^service: active\nversion: 0\.1\.0\n/ },
  { line: 'sudo systemctl stop mantel' },
  { line: 'sudo mv /var/lib/mantel /var/lib/mantel.old' },
  { line: 'sudo install -d -o mantel -g mantel -m 700 /var/lib/mantel' },
  { line: 'sudo mantel restore home.backup', prints: RESTORED, before: 'mv /root/home.backup .' },
  { line: 'sudo systemctl start mantel' },
  { line: 'sudo rm -r /var/lib/mantel.old' },
  { line: 'sudo install -d -o root -g mantel -m 750 /etc/mantel/tls' },
  { line: 'sudo chmod +x /etc/letsencrypt/renewal-hooks/deploy/mantel', before: LETSENCRYPT },
  { line: 'sudo /etc/letsencrypt/renewal-hooks/deploy/mantel' },
  { line: 'sudo systemctl restart mantel', before: write(/^MANTEL_TLS/, '/etc/mantel/mantel.env') },
  { line: 'sudo mantel doctor', prints: /fullchain\.pem is valid for 8 days/, before: untilReady() },
  {
    line: 'sudo mantel service uninstall',
    prints: /^Mantel is removed\.[^]*still in \/opt\/mantel\/backups: \d\./,
    before: untilReady()
  },
  { line: 'sudo rm -r /var/lib/mantel /etc/mantel && sudo userdel mantel' }
];

/** The lines that are only parsed (tests/build/documented-commands.test.ts), by the reason. */
const PARSED_ONLY: Readonly<Record<string, readonly RegExp[]>> = {
  'they install and build in a checkout, which tests/build/start.test.ts does with imitated tools': [
    /^(?:MANTEL_\w+=\S+ )?npm start/
  ],
  'they need Docker: tests/build/container.test.ts runs some of them with Podman': [
    /^docker /,
    /^sudo install -d -o 1000 -g 1000 -m 700 backups$/
  ],
  'it stands for a line with a name, which is run here or in tests/proxy/main.test.ts': [
    /^mantel (?:update <archive>|forget <home>|(?:backup|restore) <file>(?: --data-dir <folder>)?)$/,
    /^sudo (?:-u <user> mantel doctor|mantel service backups <folder>|chmod a\+rx \{folder\})$/
  ],
  'tests/build/archive.long.test.ts runs it, because it builds everything twice': [/^npm pack$/],
  'it is for developers, and takes minutes or needs a browser or a controller': [/^npm (?:run|test)\b/],
  'it is a program of the system, and needs systemd, a clock of its own or a remote repository': [
    /^(?:git pull|gh attestation verify .*|sudo systemctl kill -s SIGUSR2 mantel|timedatectl set-ntp true)$/
  ],
  'it opens an editor': [/^sudo (?:systemctl edit |crontab -e$)/]
};

/** Waits until the service is ready. */
function untilReady() {
  const ask = `fetch('http://127.0.0.1:8420/readyz').then(({status}) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))`;
  return `until node -e "${ask}"; do sleep 1; done`;
}

it('every command line of the documents is run, or has a reason why it is only parsed', () => {
  const run = new Set([...TRIED, ...SERVED].map(({ line }) => line));
  const isParsed = (line: string) =>
    Object.values(PARSED_ONLY).some((all) => all.some((each) => each.test(line)));
  const documented = new Set(DOCUMENTS.flatMap(commandsIn));
  expect([...documented].filter((line) => !run.has(line) && !isParsed(line))).toEqual([]);
  expect([...run].filter((line) => !documented.has(line))).toEqual([]);
  const unused = Object.values(PARSED_ONLY)
    .flat()
    .filter((each) => ![...documented].some((line) => each.test(line)));
  expect(unused).toEqual([]);
});

if (!hasNamespaces)
  console.warn('No namespaces can be made here: the commands of the documents are only parsed.');

describe.runIf(hasNamespaces)('the documented commands work, one after the other', () => {
  let archives = '';

  beforeAll(async () => {
    archives = await mkdtemp(join(tmpdir(), 'mantel-archives-'));
    for (const version of ['0.1.0', '0.2.0']) await packVersion(version, archives);
    return () => rm(archives, { recursive: true });
  }, TIMEOUT_MS);

  it.concurrent.each([
    ['tried out', TRIED],
    ['as a service', SERVED]
  ])('%s', { timeout: TIMEOUT_MS }, async (_how, steps) => {
    const sandbox = await Sandbox.create();
    try {
      await cp(archives, sandbox.work, { recursive: true });
      await sandbox.run('umask 077; echo correct horse battery >/root/mantel.passphrase');
      for (const step of steps) await runIn(sandbox, step);
    } finally {
      await sandbox.remove();
    }
  });
});

async function runIn(
  sandbox: Sandbox,
  { line, prints, placeholders = {}, until, before, folder = '.' }: Step
): Promise<void> {
  if (before !== undefined) expect(await sandbox.run(before), before).toMatchObject({ code: 0 });
  const filled = Object.entries(placeholders).reduce(
    (text, [name, value]) => text.replace(name, value),
    line
  );
  const command = `cd ${folder} && ${filled}`;
  if (until !== undefined) {
    await (await sandbox.start(command, until)).stop();
    return;
  }
  const { code, text } = await sandbox.run(command);
  expect(code, `${line}\n${text}`).toBe(0);
  if (prints) expect(text, line).toMatch(prints);
}
