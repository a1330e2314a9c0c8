import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '#shared/clock';
import { silentLog } from '../../proxy/server/base/platform/log';
import { FORMAT } from '../../proxy/server/base/store/folder-format';
import { FORGET_NOTE } from '../../proxy/server/household/leaving/forget-note';
import { LocalCaCertificate, storedTlsSchema } from '../../proxy/server/origin/tls/local-ca-certificate';
import { namesOf } from '../../proxy/server/origin/tls/open-certificate';
import { controllerAt, splitVariables } from '../../tools/support/test-variables';
import { builtProgram } from '../support/built-program';
import { boxFor } from '../support/homes';
import { filesThatSay } from '../support/left-of-home';
import { listening } from '../support/listening';
import { ProgramRun } from '../support/program-run';
import { openStore, sealedFolder, unsealFile } from '../support/sealed-folder';
import { temporaryFolder } from '../support/temporary-folder';
import { slowness } from '../support/yardstick';

const program = builtProgram();
/** A data folder that already has a CA. */
let settled: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-main-'));
  settled = join(folder, 'data');
  const store = await openStore(settled, silentLog, systemClock);
  const file = store.file('tls', storedTlsSchema, null);
  const names = () => namesOf('mantel');
  await LocalCaCertificate.open({ file, clock: systemClock, log: silentLog, builtAt: 0, names });
  await store.close();
  return () => rm(folder, { recursive: true });
});

/** A data folder of an earlier start. */
async function settledFolder() {
  const dataDir = join(await temporaryFolder(), 'data');
  await cp(settled, dataDir, { recursive: true });
  return dataDir;
}

/** A user without files. */
const NOBODY = 65_534;

const WAITING = { timeout: 60_000 };

const FREE_PORTS = ['--http-port', '0', '--https-port', '0'];

/** A port of loopback where a server of the test listens. */
const takenPort = async () => String(await listening(createServer()));

/** A ready proxy with its own folder. */
async function ready(...argv: string[]) {
  const dataDir = await settledFolder();
  const run = new ProgramRun(program, [...FREE_PORTS, '--data-dir', dataDir, ...argv]);
  return { run, told: await run.ready(), dataDir };
}

it('the program says where it listens when it is ready, prints its banner, and logs JSON to stderr', async () => {
  const { run, told } = await ready();
  expect(told).toEqual({
    http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/) as unknown,
    https: expect.stringMatching(/^https:\/\/127\.0\.0\.1:[1-9]\d*$/) as unknown
  });
  const controllers = (await (await fetch(`${told.http}/api/controllers`)).json()) as unknown;
  expect(controllers).toMatchObject({ controllers: [{ name: 'Demo home', source: 'demo' }] });
  run.signal('SIGTERM');
  expect(await run.exitCode()).toBe(0);
  expect(run.stdout).toContain('sign in to "Demo home" as demo, password demo');
  for (const line of run.stderr.trimEnd().split('\n'))
    expect(() => JSON.parse(line) as unknown).not.toThrow();
});

it.each([
  ['SIGINT', 1],
  ['SIGHUP', 2]
] as const)(
  'with clients connected the program ends in order within two seconds of %s, %i times',
  async (signal, times) => {
    const { run, told } = await ready('--no-demo');
    const { port } = new URL(told.http);
    const idle = connect(Number(port), '127.0.0.1');
    idle.on('error', () => undefined);
    await once(idle, 'connect');
    idle.write('GET /api/status HTTP/1.1\r\n');
    const began = performance.now();
    for (let sent = 0; sent < times; sent += 1) run.signal(signal);
    expect(await run.exitCode()).toBe(0);
    expect(performance.now() - began).toBeLessThan(2_000 * slowness());
  }
);

it('the program ends in order on a signal before it is ready', async () => {
  // The start waits for the token until the test closes the pipe.
  const pipe = join(await temporaryFolder(), 'token');
  execFileSync('mkfifo', [pipe]);
  const argv = ['--data-dir', await settledFolder(), '--metrics-token-file', pipe];
  const run = new ProgramRun(program, [...FREE_PORTS, ...argv]);
  const writer = await open(pipe, 'w');
  run.signal('SIGTERM');
  await vi.waitFor(() => expect(run.stderr).toContain('"Stopping."'), WAITING);
  await writer.close();
  expect({ exitCode: await run.exitCode(), stdout: run.stdout }).toEqual({ exitCode: 0, stdout: '' });
});

it.each([
  ['MANTEL_DEMOO', { MANTEL_DEMOO: '0' }],
  ['/no/cert.pem', { MANTEL_TLS_CERT: '/no/cert.pem', MANTEL_TLS_KEY: '/no/key.pem' }],
  ['/no/token', { MANTEL_METRICS_TOKEN_FILE: '/no/token' }]
])('a start that no restart mends prints one line and ends with 2: %s', async (reason, environment) => {
  const dataDir = join(await temporaryFolder(), 'data');
  const run = new ProgramRun(program, ['--data-dir', dataDir], { environment });
  expect(await run.exitCode()).toBe(2);
  expect(run.stdout).toBe('');
  expect(run.stderr).toContain(reason);
  expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
});

it('a start fails in one line if a script of its page is missing, instead of serving a blank page', async () => {
  const folder = await temporaryFolder();
  for (const name of ['main.js', 'program.mjs']) await cp(join(program, '..', name), join(folder, name));
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/index.html'), '<script src="/_app/immutable/start.js"></script>');
  const main = join(folder, 'main.js');
  const run = new ProgramRun(main, [...FREE_PORTS, '--data-dir', await settledFolder()]);
  expect(await run.exitCode()).toBe(1);
  expect(run.stderr).toBe(
    `Files of the app are missing in ${folder}/web: unpack the archive again, or run \`npm start\` in a checkout.\n`
  );
});

it('a start fails if the data folder belongs to something else, and names a folder to use', async () => {
  const dataDir = join(await temporaryFolder(), 'home');
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  await writeFile(join(dataDir, 'letter.txt'), '');
  const run = new ProgramRun(program, [...FREE_PORTS, '--data-dir', dataDir]);
  expect(await run.exitCode()).toBe(1);
  expect(run.stderr).toContain(`--data-dir ${join(dataDir, 'mantel')}.`);
  expect(run.stdout).toBe('');
});

it('a start fails on the data of a newer version, and says how to go back', async () => {
  const dataDir = await settledFolder();
  await writeFile(join(dataDir, 'format'), `${FORMAT + 1}\n`);
  const run = new ProgramRun(program, [...FREE_PORTS, '--data-dir', dataDir]);
  expect(await run.exitCode()).toBe(1);
  expect(run.stderr).toMatch(
    /was written by a newer Mantel.* restore the backup from before its update\.\n$/
  );
});

it('a refusal sends no escape sequence of a file name to the terminal', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const run = new ProgramRun(program, ['restore', join(dataDir, 'a\u001b[31m'), '--data-dir', dataDir]);
  expect(await run.exitCode()).toBe(1);
  expect(run.stderr).toBe(`Nothing was restored: there is no ${dataDir}/a [31m, so check its name.\n`);
});

it.each(['--http-port', '--https-port'])(
  'a start fails if another process uses the port, and says what to do: %s',
  async (option) => {
    const port = await takenPort();
    const dataDir = await settledFolder();
    const other = option === '--http-port' ? '--https-port' : '--http-port';
    const run = new ProgramRun(program, [
      '--host',
      '127.0.0.1',
      option,
      port,
      other,
      '0',
      '--data-dir',
      dataDir
    ]);
    expect(await run.exitCode()).toBe(1);
    expect(run.stderr).toBe(
      `Port ${port} is taken by another program: stop that one, or choose another with ${option}.\n`
    );
  }
);

it.each([
  ['doctor', [], /^Mantel 0/],
  ['the report of doctor', ['--report'], /^Report of Mantel 0.*\n.*no passwords, tokens or keys\.\n\n/]
])('%s ends with 1 if there is a problem, and names it with what to do', async (_, more, begins) => {
  const port = await takenPort();
  const argv = ['--host', '127.0.0.1', '--https-port', '0', '--data-dir', await settledFolder()];
  const run = new ProgramRun(program, ['doctor', ...argv, ...more, '--http-port', port]);
  expect(await run.exitCode()).toBe(1);
  expect(run.stdout).toMatch(begins);
  expect(run.stdout).toMatch(
    new RegExp(`PROBLEM +port ${port}: Another program uses it.\\n +-> .*--http-port`)
  );
});

it.runIf(process.geteuid?.() === 0)('doctor becomes the owner of the data before any check', async () => {
  const dataDir = await settledFolder();
  const files = (await readdir(dataDir)).map((name) => join(dataDir, name));
  for (const path of [join(dataDir, '..'), dataDir, ...files]) await chown(path, NOBODY, NOBODY);
  const run = new ProgramRun(program, ['doctor', ...FREE_PORTS, '--data-dir', dataDir, '--report']);
  await run.exitCode();
  expect(run.stdout).toContain(`ok       data folder: ${dataDir}\n`);
});

it('SIGUSR2 has each answer logged, and does not end the program', async () => {
  const { run, told } = await ready('--log-level', 'error');
  run.signal('SIGUSR2');
  await vi.waitFor(() => expect(run.stderr).toContain('Log level is debug for 15 minutes.'), WAITING);
  await fetch(`${told.http}/api/status`);
  await vi.waitFor(() => expect(run.stderr).toMatch(/"url":"\/api\/status".*"answered"/), WAITING);
});

it('a setup code is made beside the running program, which accepts it', async () => {
  const { run, told, dataDir } = await ready('--no-demo');
  const made = new ProgramRun(program, ['setup-code', '--data-dir', dataDir]);
  expect(await made.exitCode()).toBe(0);
  expect(made.stdout).toMatch(/^[A-Z2-7]{12}\n$/);
  const code = made.stdout.trim();
  const controllers = async (brought: string) =>
    (await fetch(`${told.http}/api/controllers`, { headers: { 'mantel-setup-code': brought } })).json();
  expect(await controllers('AAAAAAAAAAAA')).toMatchObject({ mayAdd: false });
  // Without the demo home, as the option says.
  expect(await controllers(code)).toEqual({ controllers: [], codeFor: 'box', searching: false, hints: [] });
  run.signal('SIGTERM');
  await run.exitCode();
  expect(run.stdout + run.stderr).not.toContain(code);
});

it('a setup code is refused in one sentence without a data folder of Mantel', async () => {
  const run = new ProgramRun(program, ['setup-code', '--data-dir', await temporaryFolder()]);
  expect({ exitCode: await run.exitCode(), stdout: run.stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(run.stderr).toMatch(/^There is no data folder of Mantel at [^\n]+\n$/);
});

it('a home is forgotten by its name, and nothing if there is none of that name, but all are listed', async () => {
  const id = 'aaaaaaaaaaaa';
  const name = 'Summer cottage';
  const known = {
    id,
    name,
    address: '192.168.1.7',
    lastSeen: 1,
    addedAt: 0,
    identity: { mac: null },
    links: null
  };
  const folder = await sealedFolder({ controllers: [known] });
  const wrong = new ProgramRun(program, ['forget', 'Loft', '--data-dir', folder]);
  expect({ exitCode: await wrong.exitCode(), stdout: wrong.stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(wrong.stderr).toBe(
    `${name}  ${id}  added on an unknown day\nThere is no home of that name or id.\n`
  );
  expect(await readdir(folder)).not.toContain(FORGET_NOTE);
  const run = new ProgramRun(program, ['forget', 'summer cottage', '--now', '--data-dir', folder]);
  expect({ exitCode: await run.exitCode(), stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(run.stdout).toBe(`${name} goes within 10 seconds, or with the next start of Mantel.\n`);
  expect(await unsealFile(folder, FORGET_NOTE)).toEqual({ controller: id, now: true });
});

it('the running program forgets a home that its owner names, and a kill then leaves nothing of it', async () => {
  const controller = await boxFor({ address: '127.0.0.5', password: 'secret', token: 'canary-token' });
  const dataDir = await settledFolder();
  const environment = splitVariables(controllerAt(controller.port)).environment;
  const run = new ProgramRun(program, [...FREE_PORTS, '--data-dir', dataDir, '--no-demo'], { environment });
  const { http } = await run.ready();
  const body = { address: '127.0.0.5', username: 'owner-of-it', password: 'secret' };
  const headers = { origin: http, 'content-type': 'application/json' };
  const signIn = () => fetch(`${http}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect((await signIn()).status).toBe(200);
  const words = ['owner-of-it', '127.0.0.5', 'canary-token'];
  expect(await filesThatSay(dataDir, words)).toContain('accounts');
  const forget = new ProgramRun(program, ['forget', 'home', '--now', '--data-dir', dataDir]);
  expect(await forget.exitCode()).toBe(0);
  const listed = async () => (await (await fetch(`${http}/api/controllers`)).json()) as object;
  await vi.waitFor(async () => expect(await listed()).toMatchObject({ controllers: [] }), WAITING);
  await vi.waitFor(() => expect(run.stderr).toContain('Home forgotten.'), WAITING);
  run.signal('SIGKILL');
  await run.exitCode();
  expect(await filesThatSay(dataDir, words)).toEqual([]);
});
