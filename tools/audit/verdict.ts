import { reasonFor } from './answered';
import type { Scan } from './finding';

/** The result of an audit: its lines of output and its exit code. */
export interface Verdict {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Exit codes: all findings accepted, some not accepted, some scanners did not run. */
export const EXIT = { fine: 0, open: 1, incomplete: 3 } as const;

/** The output lines of one scanner. */
export function linesOf(name: string, scan: Scan): readonly string[] {
  if ('skipped' in scan) return [`${name}: skipped, ${scan.skipped}`];
  const above = scan.findings.filter(({ severity }) => severity !== 'info');
  const { summary = `${scan.findings.length} checks` } = scan;
  return [
    `${name}: ${summary}; ${above.length} above informational`,
    ...above.flatMap((finding) => {
      const reason = reasonFor(finding);
      const line = `${finding.severity} ${finding.id}: ${finding.text}`;
      return reason === undefined ? [`  OPEN     ${line}`] : [`  accepted ${line}`, `           ${reason}`];
    })
  ];
}

/** Combines all scans. The audit is not fine if a scanner did not run. */
export function verdictOf(scans: readonly Scan[]): Verdict {
  const ran = scans.flatMap((scan) => ('skipped' in scan ? [] : [scan]));
  const open = ran
    .flatMap(({ findings }) => findings)
    .filter((finding) => finding.severity !== 'info' && reasonFor(finding) === undefined);
  const isComplete = ran.length === scans.length;
  const lines = [
    `${ran.length} of ${scans.length} scanners ran.`,
    open.length > 0
      ? `${open.length} ${open.length === 1 ? 'finding is' : 'findings are'} not accepted.`
      : isComplete
        ? 'All findings are accepted.'
        : ran.length > 0
          ? 'All findings are accepted, but the audit is incomplete.'
          : 'Nothing was audited.'
  ];
  return { lines, exitCode: open.length > 0 ? EXIT.open : isComplete ? EXIT.fine : EXIT.incomplete };
}
