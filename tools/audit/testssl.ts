import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { SEVERITIES, type Finding, type Scan } from './finding';
import { runProgram } from './run-program';

const reportSchema = v.array(v.object({ id: v.string(), severity: v.string(), finding: v.string() }));

/** Names of the program in Debian and in its own project. */
const NAMES = ['testssl', 'testssl.sh'];

/**
 * Findings of testssl.sh about a TLS port: protocols, ciphers, certificate and known attacks. Takes some
 * minutes.
 */
export async function scanByTestssl(authority: string, folder: string): Promise<Scan> {
  const report = join(folder, 'testssl.json');
  for (const name of NAMES) {
    const args = ['--quiet', '--color', '0', '--warnings', 'off', '--jsonfile', report, authority];
    if ((await runProgram(name, args)) === null) continue;
    const rows = v.parse(reportSchema, JSON.parse(await readFile(report, 'utf8')));
    return { findings: rows.map(read) };
  }
  return { skipped: 'testssl.sh is not installed (apt-get install testssl.sh)' };
}

function read({ id, severity, finding }: v.InferOutput<typeof reportSchema>[number]): Finding {
  const known = SEVERITIES.find((each) => each === severity.toLowerCase());
  const isFine = severity === 'OK' || severity === 'WARN' || severity === 'DEBUG';
  return { scanner: 'testssl', id, severity: known ?? (isFine ? 'info' : 'high'), text: finding };
}
