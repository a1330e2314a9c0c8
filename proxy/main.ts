import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { systemClock } from '#shared/clock';
import { helpText } from './box/cli/help';
import { makeSetupCode } from './box/cli/make-setup-code';
import type { Options } from './box/cli/options';
import { readOptions } from './box/cli/read-options';
import { startupBanner } from './box/cli/startup-banner';
import { openTerminal } from './box/cli/terminal';
import { createLog, debugForAWhile, journalLines, plain } from './box/log';
import { LogMemory } from './box/log-memory';
import { becomeOwnerOf, runProgram, surviveBrokenOutput, surviveDefects } from './box/process';
import { isEverywhere, spellHost } from './server/base/net/addresses';
import { homeAddresses } from './server/base/net/interfaces';
import { detectHostKind } from './server/base/platform/host-kind';
import type { Log } from './server/base/platform/log';
import type { SealedStore } from './server/base/store/sealed-store';
import { missingFilesIn } from './server/origin/pages/web-files';
import { hasSqlite } from './server/record/sqlite';
import { startProxy, type RunningProxy } from './server/start';

/** Exit codes: an invalid option, with which systemd does not start the service again, and a failed start. */
const BAD_OPTION = 2;
const CANNOT_START = 1;

/** Timeout of an orderly shutdown, in ms. */
const STOP_TIMEOUT_MS = 1_800;

/** How long the service may take until it is ready, and how long a new version has to stay so, in ms. */
const READY_MS = 60_000;
const STEADY_MS = 20_000;

/** The service's user must be able to read the program, whatever umask root has. */
const PUBLIC_UMASK = 0o022;

/** Interval of a timer that does nothing but keep the process alive, in ms. */
const HOLD_MS = 60_000;

/** Signals within this time, in ms, count as one. */
const SIGNAL_DEBOUNCE_MS = 1_000;

/** The version, set by the build. */
const isDevelopment = typeof __MANTEL_VERSION__ !== 'string';
const version = isDevelopment ? 'development' : __MANTEL_VERSION__;

/** The build time in ms since the epoch, set by the build. In development it is a fixed date in the past. */
const builtAt = typeof __MANTEL_BUILT_AT__ === 'number' ? __MANTEL_BUILT_AT__ : Date.UTC(2026, 0, 1);

/** Folder of the built app: next to the built program, or in `dist` during development. */
const webFolder = ['./web', '../dist/web']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** Folder of the package: `dist` and `package.json` are in it. */
const packageFolder = realpathSync(fileURLToPath(new URL('..', import.meta.url)));

/** Ends the program with a sentence. Names of files in it may be from elsewhere. */
function giveUp(message: string, code: number): never {
  process.stderr.write(`${plain(message)}\n`);
  process.exit(code);
}

/** What answers like a controller at `source:<name>`. A new one is a folder of `proxy/sources` and a line here. */
const sourcesOf = ({ demo, zwaveJs: server }: Options, log: Log) => ({
  demo: async () => (demo ? (await import('./sources/virtual/demo')).openDemo() : null),
  'zwave-js': async (store: SealedStore) =>
    (await import('./sources/zwave-js/zwave-js')).openZWaveJs(store, {
      server: server ?? null,
      clock: systemClock,
      log
    })
});

/** What starts the thread of the record; undefined if it was not built, or if there is no SQLite. */
function recordThreadOf() {
  const file = fileURLToPath(new URL('./record-thread.mjs', import.meta.url));
  return existsSync(file) && hasSqlite() ? () => new Worker(file) : undefined;
}

/** Ends the program if files of the app are missing: browsers would show a blank page. In development Vite serves the app. */
function requirePages(log: Log) {
  if (missingFilesIn(webFolder ?? '').length === 0) return;
  const what = `Files of the app are missing in ${webFolder ?? packageFolder}`;
  if (isDevelopment) log.warn({ box: true }, `${what}: no pages are served.`);
  else giveUp(`${what}: unpack the archive again, or run \`npm start\` in a checkout.`, CANNOT_START);
}

async function run(options: Options) {
  const memory = new LogMemory();
  const log = createLog(options.logLevel, process.stderr, memory.add);
  process.on('SIGUSR2', debugForAWhile(log, systemClock));
  requirePages(log);
  let stop = async () => {};
  // Before the start is complete there is nothing to close: files are written in one step.
  endOnSignal(log, () => stop());
  const context = {
    clock: systemClock,
    log,
    version,
    builtAt,
    webFolder: webFolder ?? '',
    newestBackup: async () => (await import('./box/service/nightly-backups')).newestNightlyBackup(),
    recordThread: recordThreadOf(),
    report: async (home: string) => (await examine(options, [], { home, lines: memory.linesFor(home) })).text,
    sources: sourcesOf(options, log)
  };
  const started = await startProxy(options, context);
  if (!started.ok) {
    const { code, message } = started.error;
    giveUp(message, code === 'bad-certificate' || code === 'bad-token' ? BAD_OPTION : CANNOT_START);
  }

  surviveDefects(log);

  const proxy = started.value;
  log.info(
    {
      box: true,
      version,
      node: process.versions.node,
      pid: process.pid,
      http: proxy.http,
      https: proxy.https,
      dataDir: options.dataDir
    },
    'Mantel started.'
  );
  stop = () => proxy.stop();

  const isTerminal = process.stdout.isTTY;
  const setupCode = options.printSetupCode ? await printableSetupCode(proxy, log) : undefined;
  process.stdout.write(
    startupBanner({ proxy, hostKind: detectHostKind(), isDemo: proxy.hasDemo, isTerminal, setupCode })
  );
  // A program that started this one with a channel learns where it listens: an update, a test, a tool. It may have ended meanwhile.
  process.send?.({ http: proxy.http, https: proxy.https }, undefined, undefined, () => undefined);
}

/** Creates a setup code. If it cannot be stored, logs the error and returns undefined. */
async function printableSetupCode(proxy: RunningProxy, log: Log): Promise<string | undefined> {
  try {
    return await proxy.makeSetupCode();
  } catch (error) {
    log.error({ box: true, err: error }, 'Setup code creation failed.');
    return undefined;
  }
}

/**
 * Shuts down in order on the first signal, with a timeout, and exits at once on a later one. A second signal right after the first is
 * ignored, because Ctrl-C reaches the program twice: from the system and from npm.
 */
function endOnSignal(log: Log, stop: () => Promise<void>) {
  let stoppingSince: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    const now = systemClock.monotonic();
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > SIGNAL_DEBOUNCE_MS) process.exit(1);
      return;
    }
    stoppingSince = now;
    log.info({ box: true, signal }, 'Stopping.');
    systemClock.after(STOP_TIMEOUT_MS, () => process.exit(0));
    stop()
      .catch((error: unknown) => log.error({ box: true, err: error }, 'Shutdown failed.'))
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // A terminal that closes ends its programs with it.
  process.on('SIGHUP', end);
}

/** What a report is made of beside the checks. */
interface ReportParts {
  /** The last lines of a log; without them it is no report for another person. */
  readonly lines?: readonly string[] | undefined;
  /** The home that it is for; undefined for the owner of the box. */
  readonly home?: string;
}

/** Makes the checks of `doctor`. Returns what it prints, with the lines of a log if they are given, and the exit code. */
async function examine(options: Options, wrong: readonly string[], { lines, home }: ReportParts) {
  const { diagnose } = await import('./box/doctor/diagnose');
  const { reportOf, textReportOf } = await import('./box/doctor/finding');
  const { PATHS } = await import('./box/service/system-files');
  const { checkService } = await import('./box/doctor/service-check');
  const { checkZWaveJs } = await import('./box/doctor/zwave-js-check');
  const addresses = homeAddresses().map(({ address }) => address);
  const host = {
    builtAt,
    addresses,
    webFolder: webFolder ?? '',
    hostKind: detectHostKind(),
    nodeVersion: process.versions.node,
    now: systemClock.now()
  };
  const findings = await diagnose({
    options,
    host,
    wrongVariables: wrong,
    backupSettings: await readFile(PATHS.backupEnvironment, 'utf8').catch(() => undefined),
    home,
    moreChecks: [() => checkService(ownPackage())],
    checksOfHomes: [() => checkZWaveJs(options.zwaveJs, addresses)]
  });
  return {
    text: lines
      ? textReportOf({ version, now: host.now }, findings, lines)
      : `Mantel ${version}\n${reportOf(findings)}`,
    code: findings.some(({ level }) => level === 'problem') ? CANNOT_START : 0
  };
}

/** What the commands of the service need to know about this program. */
const ownPackage = () => ({
  readyMs: READY_MS,
  steadyMs: STEADY_MS,
  root: '/',
  packageFolder,
  version,
  node: process.execPath,
  uid: process.geteuid?.(),
  run: runProgram,
  print: (text: string) => void process.stderr.write(text)
});

/** Starts or stops the nightly backups. */
async function changeBackups(folder: string, options: Options) {
  const { startBackups, stopBackups } = await import('./box/service/nightly-backups');
  process.umask(PUBLIC_UMASK);
  const done =
    folder === 'off'
      ? await stopBackups(ownPackage())
      : await startBackups({ ...options, folder }, ownPackage());
  if (!done.ok) giveUp(done.error.message, CANNOT_START);
}

/** Runs a command of `service`. Returns the exit code. */
async function changeService(action: string): Promise<number> {
  const { installService, showService, uninstallService } = await import('./box/service/service');
  if (action === 'status')
    return showService({ ...ownPackage(), print: (text) => void process.stdout.write(text) });
  process.umask(PUBLIC_UMASK);
  const { finishUpdate } = await import('./box/update/finish');
  const change =
    action === 'finish' ? finishUpdate : action === 'install' ? installService : uninstallService;
  const done = await change(ownPackage());
  if (!done.ok) giveUp(done.error.message, CANNOT_START);
  return 0;
}

surviveBrokenOutput();
const command = readOptions(process.argv.slice(2), process.env);
if (!command.ok) giveUp(command.error.message, BAD_OPTION);
// The timers of `systemClock` keep no process alive: a command that waits for one would end there, without a word and with 0.
const hold = setInterval(() => undefined, HOLD_MS);
switch (command.value.kind) {
  case 'help':
    process.stdout.write(helpText(command.value.command));
    break;
  case 'version':
    process.stdout.write(`${version}\n`);
    break;
  case 'backup':
  case 'restore': {
    const { makeBackup, restoreBackup } = await import('./box/backup/commands');
    const { kind, argument: file, options } = command.value;
    const failure = await (kind === 'backup' ? makeBackup : restoreBackup)({
      file,
      options,
      now: systemClock.now(),
      terminal: openTerminal(),
      print: (text) => void process.stderr.write(text),
      becomeOwner: () => becomeOwnerOf(options.dataDir)
    });
    if (failure) giveUp(failure.message, failure.code === 'no-passphrase' ? BAD_OPTION : CANNOT_START);
    break;
  }
  case 'setup-code': {
    const made = await makeSetupCode(command.value.options.dataDir, systemClock);
    if (!made.ok) giveUp(made.error.message, CANNOT_START);
    process.stderr.write('Good once, for 15 minutes. Type it on the page that asks for a setup code:\n');
    process.stdout.write(`${made.value}\n`);
    break;
  }
  case 'forget': {
    const { forgetHome } = await import('./box/cli/forget-home');
    const { argument: home, options } = command.value;
    const print = (text: string) => void process.stderr.write(text);
    const done = await forgetHome(options.dataDir, { home, now: options.now, print });
    if (!done.ok) giveUp(done.error.message, CANNOT_START);
    process.stdout.write(`${done.value}\n`);
    break;
  }
  case 'service':
    process.exitCode = await changeService(command.value.argument);
    break;
  case 'service backups':
    await changeBackups(command.value.argument, command.value.options);
    break;
  case 'update': {
    process.umask(PUBLIC_UMASK);
    const { goBack, update } = await import('./box/update/update');
    const { argument, options } = command.value;
    const deps = {
      ...ownPackage(),
      dataDir: options.dataDir,
      now: systemClock.now(),
      isSure: options.yes,
      terminal: openTerminal(),
      readyUrl: `http://${isEverywhere(options.host) ? '127.0.0.1' : spellHost(options.host)}:${options.httpPort}/readyz`
    };
    const done = await (options.back ? goBack(deps) : update(argument, deps));
    if (!done.ok) giveUp(done.error.message, CANNOT_START);
    break;
  }
  case 'doctor': {
    const { options, wrong } = command.value;
    // Root alone may read the journal, and makes no checks.
    const lines = options.report ? await journalLines(runProgram) : undefined;
    await becomeOwnerOf(options.dataDir);
    const { text, code } = await examine(options, wrong, { lines });
    process.stdout.write(text);
    process.exitCode = code;
    break;
  }
  case 'start':
    await run(command.value.options);
}
clearInterval(hold);
