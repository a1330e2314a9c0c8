import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { SEVERITIES, type Finding, type Scan } from './finding';
import { runProgram } from './run-program';

const reportSchema = v.array(v.object({ id: v.string(), severity: v.string(), finding: v.string() }));

/** Names that Debian and the project itself give the program. */
const NAMES = ['testssl', 'testssl.sh'];

/** What testssl.sh says of a TLS port: protocols, ciphers, certificate, and the attacks that have names. Some minutes. */
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
  const told = SEVERITIES.find((each) => each === severity.toLowerCase());
  const isFine = severity === 'OK' || severity === 'WARN' || severity === 'DEBUG';
  return { scanner: 'testssl', id, severity: told ?? (isFine ? 'info' : 'high'), text: finding };
}
