import page from '../../../docs/doctor.md?raw';
import { withoutSecrets } from '../../server/base/platform/log';
import { plain } from '../log';

/** The result of one check. A note is worth knowing; a problem needs an action. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'problem';
  /** What was checked: `data folder`. */
  readonly subject: string;
  /** What was found, in a sentence. */
  readonly text: string;
  /** What to do about it; empty if nothing has to be done. */
  readonly advice: string;
}

/** A row of docs/doctor.md: the name of a finding, its level, subject, text and advice. */
const ROW = /^\| `([\w-]+)` +\| (ok|note|PROBLEM) +\| (.+?): (.+?) +\| (.*?) *\|$/gm;

/** The rows by name, once they are read: a start of the program needs none. */
let rows: ReadonlyMap<string, readonly string[]> | undefined;
const readRows = () => new Map([...page.matchAll(ROW)].map(([, name = '', ...row]) => [name, row]));

/**
 * A finding, with the words of docs/doctor.md.
 * @param values stand for `{…}` there
 */
export function finding(name: string, values: Readonly<Record<string, string | number>> = {}): Finding {
  rows ??= readRows();
  const row = rows
    .get(name)
    ?.map((words) => words.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key])));
  const [level = 'PROBLEM', subject = name, text = '', advice = ''] = row ?? [];
  return { level: level === 'ok' || level === 'note' ? level : 'problem', subject, text, advice };
}

/** For what is stored in a file that cannot be read. */
export const unread = (subject: string): Finding => finding('data-unread', { subject });

/** The report of `doctor`: a line for each finding, its advice below it, and the number of problems and notes. */
export function reportOf(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, subject, text, advice }) => [
    `${(level === 'problem' ? 'PROBLEM' : level).padEnd(8)} ${plain(`${subject}: ${text}`)}`,
    ...(advice === '' ? [] : [`${' '.repeat(9)}-> ${plain(advice)}`])
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
 * A text for the person who helps the owner: the report of `doctor`, and the last lines of the log.
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
    '',
    ...reportOf(findings).split('\n'),
    lines.length === 0
      ? 'The log is not here: nothing was logged, or this user may not read the journal.'
      : 'The log:',
    ...lines
  ]
    .map((line) => `${plain(withoutSecrets(line)).replace(SETUP_CODE, '[secret]')}\n`)
    .join('');
