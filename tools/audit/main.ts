/**
 * `npm run audit`: runs third-party scanners on the built program and its packages, and the attempts of
 * `npm run attack`. Prints findings above informational, with the reason of each accepted one. Fails on other
 * findings, and if a scanner did not run.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { Program } from '../support/program';
import { parseOrPrintHelp } from '../../tests/support/lines';
import { scanByAttacks } from './attacks';
import { scanPolicy } from './content-policy';
import { scanDependencies } from './dependencies';
import type { Scan } from './finding';
import { scanByLighthouse } from './lighthouse';
import { scanByObservatory } from './observatory';
import { scanBySslscan } from './sslscan';
import { scanByTestssl } from './testssl';
import { linesOf, verdictOf } from './verdict';

/** The content security policy of a page. Other scanners check its certificate. */
const policyAt = (url: string) =>
  new Promise<string>((resolve, reject) => {
    request(url, { rejectUnauthorized: false }, (reply) => {
      reply.resume();
      resolve(String(reply.headers['content-security-policy'] ?? ''));
    })
      .on('error', reject)
      .end();
  });

const say = (line: string) => process.stdout.write(`${line}\n`);

const HELP = `Runs independent scanners on the built program. Scanners that are packages come from the registry at each run;
sslscan and testssl.sh must be installed. Then runs the attempts of npm run attack. The only option is --help.

  exit code 0: all scanners ran, and all findings are accepted
            1: there is a finding that is not accepted
            2: unknown option
            3: a scanner did not run`;

async function audit(): Promise<number> {
  checkNode();
  await build();
  const folder = await mkdtemp(join(tmpdir(), 'mantel-audit-'));
  const program = new Program([]);
  try {
    await program.start();
    const { secureUrl } = program;
    if (secureUrl === null) throw new Error('The program does not serve https.');
    const { host, port } = new URL(secureUrl);
    const folderOf = async (name: string) => {
      await mkdir(join(folder, name));
      return join(folder, name);
    };
    const policy = await policyAt(secureUrl);
    const running: Record<string, Promise<Scan>> = {
      'testssl.sh': scanByTestssl(host, folder),
      sslscan: scanBySslscan(host),
      'CSP evaluator': scanPolicy(policy, await folderOf('policy')),
      observatory: scanByObservatory(`localhost:${port}`, await folderOf('observatory')),
      'npm audit': scanDependencies()
    };
    const scans: Scan[] = [];
    const addScan = (name: string, scan: Scan) => {
      scans.push(scan);
      for (const line of linesOf(name, scan)) say(line);
    };
    for (const [name, scan] of Object.entries(running)) addScan(name, await scan);
    // Measures time, so nothing else runs at the same time.
    addScan('Lighthouse', await scanByLighthouse(program.url, await folderOf('lighthouse')));
    await program.stop();
    addScan('attack', await scanByAttacks(say));
    const { lines, exitCode } = verdictOf(scans);
    for (const line of lines) say(line);
    return exitCode;
  } finally {
    await program.kill();
    await program.clean();
    await rm(folder, { recursive: true, force: true });
  }
}

const read = (args: string[]) =>
  parseArgs({ args, options: { help: { type: 'boolean', default: false } } }).values;

const options = parseOrPrintHelp(read, HELP);
if (!options) process.exitCode = 2;
else if (options.help) say(HELP);
else process.exitCode = await audit();
