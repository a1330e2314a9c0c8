import { withoutSecrets } from '../../server/base/platform/log';
import { plain } from '../log';

/** The result of one check. A note is worth knowing; a problem needs an action. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'problem';
  /** What was checked: `data folder`. */
  readonly subject: string;
  /** What was found, in a sentence. */
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** Everything is as it should be. */
export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });

const withAdvice = (level: 'note' | 'problem') => (subject: string, text: string, advice: string) => ({
  ...{ level, subject, text, advice }
});

/** Worth knowing, with what can be done. */
export const note: (subject: string, text: string, advice: string) => Finding = withAdvice('note');

/** Needs an action. */
export const problem: typeof note = withAdvice('problem');

/** For what is stored in a file that cannot be read. */
export const unread = (subject: string): Finding =>
  note(subject, 'Not checked, because its file cannot be read.', 'Mend the data folder first: see above.');

/** The report of `doctor`: a line for each finding, its advice below it, and the number of problems and notes. */
export function reportOf(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, subject, text, advice }) => [
    `${(level === 'problem' ? 'PROBLEM' : level).padEnd(8)} ${plain(`${subject}: ${text}`)}`,
    ...(advice === undefined ? [] : [`${' '.repeat(9)}-> ${plain(advice)}`])
  ]);
  const counted = (level: Finding['level']) => {
    const { length } = findings.filter((finding) => finding.level === level);
    return `${length} ${level}${length === 1 ? '' : 's'}`;
  };
  return `${[...lines, '', `${counted('problem')}, ${counted('note')}`].join('\n')}\n`;
}

/** A setup code, which a start with `--print-setup-code` prints on a line of its own. */
const SETUP_CODE = /^ *[A-Z2-7]{12}$/;

/**
 * A text for whoever helps the owner: the report of `doctor`, and the last lines of the log.
 * @param now in ms since the epoch
 */
export const textReportOf = (
  { version, now }: { readonly version: string; readonly now: number },
  findings: readonly Finding[],
  lines: readonly string[]
): string =>
  [
    `Report of Mantel ${version} on Node ${process.versions.node}, made at ${new Date(now).toISOString()}.`,
    'It has names and addresses of the home, and no passwords, tokens or keys.',
    ...['', ...reportOf(findings).split('\n')],
    lines.length === 0
      ? 'The log is not here: nothing was logged, or this user may not read the journal.'
      : 'The log:',
    ...lines
  ]
    .map((line) => `${plain(withoutSecrets(line)).replace(SETUP_CODE, '[secret]')}\n`)
    .join('');
