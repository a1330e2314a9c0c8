import * as v from 'valibot';
import { root } from '../../build/steps.mjs';
import type { Finding, Scan, Severity } from './finding';
import { runProgram } from './run-program';

const SEVERITY: Readonly<Record<string, Severity>> = {
  info: 'info',
  low: 'low',
  moderate: 'medium',
  high: 'high',
  critical: 'critical'
};

const reportSchema = v.object({
  vulnerabilities: v.record(
    v.string(),
    v.object({ name: v.string(), severity: v.string(), range: v.string() })
  )
});

/** Reads the output of `npm audit --json`. */
export function readReport(output: string): Scan {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), output);
  if (!read.success) return { skipped: 'the registry does not answer' };
  const findings = Object.values(read.output.vulnerabilities).map(({ name, severity, range }): Finding => ({
    scanner: 'npm audit',
    id: name,
    severity: SEVERITY[severity] ?? 'high',
    text: `${severity}, versions ${range}`
  }));
  return {
    findings,
    summary: findings.length === 0 ? 'no known vulnerability in any package' : 'known vulnerabilities'
  };
}

/** Checks the packages of the lockfile against the registry's advisories. */
export async function scanDependencies(): Promise<Scan> {
  const ran = await runProgram('npm', ['audit', '--json', '--package-lock-only'], { cwd: root });
  return ran === null ? { skipped: 'npm is not installed' } : readReport(ran.stdout);
}
