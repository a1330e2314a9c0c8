import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { root } from '../../build/steps.mjs';

/** What a scanner says about one of its checks, with its own id and severity. */
export interface Check {
  readonly id: string;
  readonly severity: string;
  readonly text: string;
}

/** An independent scanner. Resolves with null if it is not on this machine, or cannot be fetched. */
type Scanner = (program: {
  authority: string;
  policy: string;
  folder: string;
}) => Promise<readonly Check[] | null>;

/** Timeout of a scanner, in ms. */
const TIMEOUT_MS = 10 * 60_000;

/** It is installed for an audit only, without its install scripts. Its version matches the accepted findings. */
const EVALUATOR = 'csp_evaluator@1.1.8';

/** Runs a program, and resolves with its output whatever its exit code is; null if there is no such program. */
const outputOf = (program: string, args: readonly string[], cwd = root) =>
  new Promise<string | null>((resolve) =>
    execFile(program, args, { cwd, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve(error?.code === 'ENOENT' || error?.code === 'EACCES' ? null : stdout)
    )
  );

const read = <Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | null
): v.InferOutput<Schema> | null => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : null;
};

const testsslSchema = v.array(v.object({ id: v.string(), severity: v.string(), finding: v.string() }));
const policySchema = v.array(
  v.object({ directive: v.string(), severity: v.number(), description: v.string() })
);
const auditSchema = v.object({
  vulnerabilities: v.record(v.string(), v.object({ severity: v.string(), range: v.string() }))
});

/** Protocols, ciphers, certificate and known attacks of a TLS port. It takes some minutes. */
const testssl: Scanner = async ({ authority, folder }) => {
  const report = join(folder, 'testssl.json');
  const args = ['--quiet', '--color', '0', '--warnings', 'off', '--jsonfile', report, authority];
  // Its name in Debian, and in its own project.
  const ran = (await outputOf('testssl', args)) ?? (await outputOf('testssl.sh', args));
  const rows = ran === null ? null : read(testsslSchema, await readFile(report, 'utf8'));
  return rows && rows.map(({ finding, ...row }) => ({ ...row, text: finding }));
};

/** Google's opinion of a content security policy: a smaller number is worse. */
const policy: Scanner = async ({ policy: text, folder }) => {
  await outputOf('npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--prefix',
    folder,
    EVALUATOR
  ]);
  const at = (file: string) => pathToFileURL(join(folder, 'node_modules/csp_evaluator/dist', file)).href;
  const script = `
    const { CspParser } = await import(${JSON.stringify(at('parser.js'))});
    const { CspEvaluator } = await import(${JSON.stringify(at('evaluator.js'))});
    console.log(JSON.stringify(new CspEvaluator(new CspParser(process.argv[1]).csp).evaluate()));`;
  const rows = read(
    policySchema,
    await outputOf(process.execPath, ['--input-type=module', '-e', script, text])
  );
  const severityOf = (severity: number) => (severity <= 20 ? 'high' : severity < 60 ? 'medium' : 'info');
  return (
    rows &&
    rows.map(({ directive, severity, description }) => ({
      id: directive,
      severity: severityOf(severity),
      text: description
    }))
  );
};

/** The packages of the lockfile against the registry's advisories. */
const dependencies: Scanner = async () => {
  const report = read(auditSchema, await outputOf('npm', ['audit', '--json', '--package-lock-only']));
  return (
    report &&
    Object.entries(report.vulnerabilities).map(([id, { severity, range }]) => ({ id, severity, text: range }))
  );
};

/** All scanners by name. */
export const SCANNERS: Readonly<Record<string, Scanner>> = {
  testssl,
  csp: policy,
  'npm audit': dependencies
};
