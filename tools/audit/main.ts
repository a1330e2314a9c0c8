/**
 * `npm run audit`: runs third-party scanners on the built program and its packages. Prints findings above informational, with the reason of each accepted one. Fails on other
 * findings, and if a scanner did not run.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProgram } from '../support/program';
import { runTool } from '../support/command-line';
import { scanPolicy } from './content-policy';
import { scanDependencies } from './dependencies';
import type { Scan } from './finding';
import { scanByObservatory } from './observatory';
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

const HELP = `Runs independent scanners on the built program. Scanners that are packages come from the registry at each run;
testssl.sh must be installed. The only option is --help.

  exit code 0: all scanners ran, and all findings are accepted
            1: there is a finding that is not accepted
            2: unknown option
            3: a scanner did not run`;

async function audit(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-audit-'));
  const program = await startProgram([]);
  try {
    const { secureUrl } = program;
    if (secureUrl === null) throw new Error('The program does not serve https.');
    const { host, port } = new URL(secureUrl);
    const folderOf = async (name: string) => {
      await mkdir(join(folder, name));
      return join(folder, name);
    };
    const policy = await policyAt(secureUrl);
    const started: Record<string, Promise<Scan>> = {
      'testssl.sh': scanByTestssl(host, folder),
      'CSP evaluator': scanPolicy(policy, await folderOf('policy')),
      observatory: scanByObservatory(`localhost:${port}`, await folderOf('observatory')),
      'npm audit': scanDependencies()
    };
    const scans: Scan[] = [];
    for (const [name, running] of Object.entries(started)) {
      const scan = await running;
      scans.push(scan);
      for (const line of linesOf(name, scan)) console.log(line);
    }
    const { lines, exitCode } = verdictOf(scans);
    for (const line of lines) console.log(line);
    return exitCode;
  } finally {
    await program.end();
    await rm(folder, { recursive: true, force: true });
  }
}

await runTool({ help: HELP, read: (args) => parseArgs({ args }), run: audit });
