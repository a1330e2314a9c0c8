import { plain } from '../platform/log';

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

/** Worth knowing, with what can be done. */
export const note = (subject: string, text: string, advice: string): Finding => ({
  level: 'note',
  ...{ subject, text, advice }
});

/** Needs an action. */
export const problem = (subject: string, text: string, advice: string): Finding => ({
  level: 'problem',
  ...{ subject, text, advice }
});

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: 'ok', note: 'note', problem: 'PROBLEM' };

/** The report of `doctor`: a line for each finding, its advice below it, and the number of problems and notes. */
export function reportOf(findings: readonly Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const lines = findings.flatMap(({ level, subject, text, advice }) => [
    `${MARKS[level].padEnd(8)} ${plain(`${subject}: ${text}`)}`,
    ...(advice === undefined ? [] : [`${' '.repeat(9)}-> ${plain(advice)}`])
  ]);
  const counted = (level: Finding['level']) => `${count(level)} ${level}${count(level) === 1 ? '' : 's'}`;
  return `${[...lines, '', `${counted('problem')}, ${counted('note')}`].join('\n')}\n`;
}
