import { answerTo } from './answered';
import type { Scan } from './finding';

/** What came of an audit: its lines for people, and its exit code. */
export interface Verdict {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Exit codes: nothing left open, a finding that nobody has answered, and scanners that did not run. */
export const EXIT = { fine: 0, open: 1, incomplete: 3 } as const;

/** What one scanner has to say, as lines. */
export function tell(name: string, scan: Scan): readonly string[] {
  if ('skipped' in scan) return [`${name}: skipped, ${scan.skipped}`];
  const above = scan.findings.filter(({ severity }) => severity !== 'info');
  const { summary = `${scan.findings.length} checks` } = scan;
  return [
    `${name}: ${summary}; ${above.length} above informational`,
    ...above.flatMap((finding) => {
      const answer = answerTo(finding);
      const line = `${finding.severity} ${finding.id}: ${finding.text}`;
      return answer === undefined ? [`  OPEN     ${line}`] : [`  answered ${line}`, `           ${answer}`];
    })
  ];
}

/** The sum of all scans. What was not scanned is not called fine. */
export function verdictOf(scans: readonly Scan[]): Verdict {
  const ran = scans.flatMap((scan) => ('skipped' in scan ? [] : [scan]));
  const open = ran
    .flatMap(({ findings }) => findings)
    .filter((finding) => finding.severity !== 'info' && answerTo(finding) === undefined);
  const isComplete = ran.length === scans.length;
  const lines = [
    `${ran.length} of ${scans.length} scanners ran.`,
    open.length > 0
      ? `${open.length} ${open.length === 1 ? 'finding is' : 'findings are'} left unanswered.`
      : isComplete
        ? 'Nothing is left unanswered.'
        : ran.length > 0
          ? 'Nothing that they found is left unanswered, but the audit is incomplete.'
          : 'Nothing was audited.'
  ];
  return { lines, exitCode: open.length > 0 ? EXIT.open : isComplete ? EXIT.fine : EXIT.incomplete };
}
