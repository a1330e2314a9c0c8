/**
 * `npm run audit`: runs third-party scanners on the built program and its packages. Prints findings above informational, with the reason of each accepted one. Fails on other
 * findings, and if a scanner did not run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from '../support/command-line';
import { startProgram } from '../support/program';
import { reasonFor } from './answered';
import { SCANNERS } from './scanners';

/** The content security policy of the app, which is the same over http. */
async function policyAt(url: string): Promise<string> {
  const reply = await fetch(url);
  await reply.text();
  return reply.headers.get('content-security-policy') ?? '';
}

const HELP = `Runs independent scanners on the built program. Scanners that are packages come from the registry at each run;
testssl.sh must be installed. The only option is --help.

  exit code 0: all scanners ran, and all findings are accepted
            1: there is a finding that is not accepted
            2: unknown option
            3: a scanner did not run`;

/** Severities that are no finding, as the scanners spell them. */
const FINE = ['info', 'ok', 'warn', 'debug'];

async function audit(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-audit-'));
  const program = await startProgram([]);
  const { secureUrl } = program;
  try {
    const scanned = { authority: new URL(secureUrl).host, policy: await policyAt(program.url), folder };
    let open = 0;
    let skipped = 0;
    for (const [name, scan] of Object.entries(SCANNERS)) {
      const checks = await scan(scanned);
      const findings = checks?.filter(({ severity }) => !FINE.includes(severity.toLowerCase())) ?? [];
      console.log(`${name}: ${checks ? `${findings.length} above informational` : 'did not run'}`);
      for (const { id, severity, text } of findings) {
        const reason = reasonFor(name, id);
        console.log(`  ${reason === undefined ? 'OPEN' : 'accepted'} ${severity} ${id}: ${text}`);
        if (reason !== undefined) console.log(`    ${reason}`);
        open += Number(reason === undefined);
      }
      skipped += Number(checks === null);
    }
    console.log(`${open} findings are not accepted, ${skipped} scanners did not run.`);
    return open > 0 ? 1 : skipped > 0 ? 3 : 0;
  } finally {
    await program.end();
    await rm(folder, { recursive: true, force: true });
  }
}

await runTool({ help: HELP, read: (args) => parseArgs({ args }), run: audit });
