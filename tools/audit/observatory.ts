import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Finding, Scan } from './finding';
import { CHECKERS, installInto } from './packages';
import { runProgram } from './run-program';

const reportSchema = v.object({
  scan: v.object({ grade: v.string(), score: v.number() }),
  tests: v.record(v.string(), v.object({ pass: v.boolean(), result: v.nullable(v.string()) }))
});

/** Findings of Mozilla's observatory about the headers of a site. */
export async function scanByObservatory(authority: string, folder: string): Promise<Scan> {
  if (!(await installInto(folder, CHECKERS.observatory))) return { skipped: 'the registry does not answer' };
  const home = join(folder, 'node_modules/@mdn/mdn-http-observatory');
  // The package downloads the list of preloaded names in an install script. Our names are not on it.
  await mkdir(join(home, 'conf'), { recursive: true });
  await writeFile(join(home, 'conf/hsts-preload.json'), '{}');
  // This scanner checks headers. The TLS scanners check the certificate.
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const ran = await runProgram(process.execPath, [join(home, 'src/scan.js'), authority], { env });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), ran?.stdout ?? '');
  if (!read.success) return { skipped: `unexpected output ${JSON.stringify(ran?.stdout.slice(0, 200))}` };
  const { scan, tests } = read.output;
  const findings = Object.entries(tests).map(([id, { pass, result }]): Finding => {
    return { scanner: 'observatory', id, severity: pass ? 'info' : 'medium', text: result ?? '' };
  });
  return { findings, summary: `${scan.grade}, ${scan.score}` };
}
