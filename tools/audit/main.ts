/**
 * `npm run audit`: the built program, and the packages that it is made from, under the eyes of scanners that others wrote; and the attempts
 * of `npm run attack`. Prints what
 * they find above informational, and the answer where there is one. Fails where there is none, and where a scanner did not run.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { Program } from '../../tests/browser/harness/program';
import { readOrExplain } from '../../tests/support/lines';
import { scanByAttacks } from './attacks';
import { scanPolicy } from './content-policy';
import { scanDependencies } from './dependencies';
import type { Scan } from './finding';
import { scanByLighthouse } from './lighthouse';
import { scanByObservatory } from './observatory';
import { scanBySslscan } from './sslscan';
import { scanByTestssl } from './testssl';
import { tell, verdictOf } from './verdict';

/** The policy that a page comes with. Its certificate is judged elsewhere. */
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

const HELP = `Independent scanners judge the built program. Those that are packages come from the registry at each run;
sslscan and testssl.sh are the system's. Then the attempts of npm run attack are made. Takes no options but --help.
  exit code 0: all of them ran, and nothing that they found is left unanswered
            1: a finding is left unanswered
            2: an unknown option
            3: a scanner did not run`;

async function audit(): Promise<number> {
  checkNode();
  await build();
  const folder = await mkdtemp(join(tmpdir(), 'mantel-audit-'));
  const program = new Program([]);
  try {
    await program.start();
    const { secureUrl } = program;
    if (secureUrl === null) throw new Error('The program speaks no https.');
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
    const hear = (name: string, scan: Scan) => {
      scans.push(scan);
      for (const line of tell(name, scan)) say(line);
    };
    for (const [name, scan] of Object.entries(running)) hear(name, await scan);
    // It measures time, so it runs when nothing else does.
    hear('Lighthouse', await scanByLighthouse(program.url, await folderOf('lighthouse')));
    await program.stop();
    hear('attack', await scanByAttacks(say));
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

const wish = readOrExplain(read, HELP);
if (!wish) process.exitCode = 2;
else if (wish.help) say(HELP);
else process.exitCode = await audit();
