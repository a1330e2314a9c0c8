import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { Finding, Scan, Severity } from './finding';
import { CHECKERS, installInto } from './packages';
import { runProgram } from './run-program';

const findingsSchema = v.array(
  v.object({ severity: v.number(), directive: v.string(), description: v.string() })
);

/** The evaluator's scale: smaller is worse. */
const severityOf = (severity: number): Severity =>
  severity <= 20 ? 'high' : severity <= 30 ? 'medium' : severity < 60 ? 'low' : 'info';

/** Findings of Google's CSP evaluator about a policy. */
export async function scanPolicy(policy: string, folder: string): Promise<Scan> {
  if (!(await installInto(folder, CHECKERS.policy))) return { skipped: 'the registry does not answer' };
  const at = (file: string) => pathToFileURL(join(folder, 'node_modules/csp_evaluator/dist', file)).href;
  const script = `
    const { CspParser } = (await import(${JSON.stringify(at('parser.js'))}));
    const { CspEvaluator } = (await import(${JSON.stringify(at('evaluator.js'))}));
    console.log(JSON.stringify(new CspEvaluator(new CspParser(process.argv[1]).csp).evaluate()));`;
  const ran = await runProgram(process.execPath, ['--input-type=module', '-e', script, policy]);
  if (!ran?.isOk) return { skipped: 'it failed' };
  const findings = v.parse(findingsSchema, JSON.parse(ran.stdout));
  return {
    findings: findings.map(({ severity, directive, description }): Finding => {
      return { scanner: 'csp', id: directive, severity: severityOf(severity), text: description };
    })
  };
}
