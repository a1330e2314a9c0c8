/**
 * `npm run audit`: the built program under the eyes of scanners that others wrote. Prints what they find above informational, and the
 * answer where there is one; fails where there is none. A scanner that is not there is told of, and so is a registry that is silent.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../browser/harness/program';
import { answerTo } from './answered';
import { scanPolicy } from './content-policy';
import type { Scan } from './finding';
import { scanByLighthouse } from './lighthouse';
import { scanByObservatory } from './observatory';
import { scanBySslscan } from './sslscan';
import { scanByTestssl } from './testssl';

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

/** Prints what a scanner has to say; how much of it nobody has answered. */
function tell(name: string, scan: Scan): number {
  if ('skipped' in scan) {
    say(`${name}: skipped, ${scan.skipped}`);
    return 0;
  }
  const above = scan.findings.filter(({ severity }) => severity !== 'info');
  const { summary = `${scan.findings.length} checks` } = scan;
  say(`${name}: ${summary}; ${above.length} above informational`);
  for (const finding of above) {
    const answer = answerTo(finding);
    say(
      `  ${answer === undefined ? 'OPEN    ' : 'answered'} ${finding.severity} ${finding.id}: ${finding.text}`
    );
    if (answer !== undefined) say(`           ${answer}`);
  }
  return above.filter((finding) => answerTo(finding) === undefined).length;
}

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
  const scans: Record<string, Promise<Scan>> = {
    'testssl.sh': scanByTestssl(host, folder),
    sslscan: scanBySslscan(host),
    'CSP evaluator': scanPolicy(policy, await folderOf('policy')),
    observatory: scanByObservatory(`localhost:${port}`, await folderOf('observatory'))
  };
  let open = 0;
  for (const [name, scan] of Object.entries(scans)) open += tell(name, await scan);
  // It measures time, so it runs when nothing else does.
  open += tell('Lighthouse', await scanByLighthouse(program.url, await folderOf('lighthouse')));
  say(open === 0 ? 'Nothing is left unanswered.' : `${open} findings are left unanswered.`);
  process.exitCode = open === 0 ? 0 : 1;
  await program.stop();
} finally {
  await program.kill();
  await program.clean();
  await rm(folder, { recursive: true, force: true });
}
