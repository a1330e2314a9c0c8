import { spawnSync } from 'node:child_process';
import { root } from './steps.mjs';

/** How long the registry may take to answer, in ms. */
const PATIENCE_MS = 30_000;

/** What fails a run; what is less is told. */
const GRAVE = ['high', 'critical'];

/**
 * What an answer of `npm audit --json` says about the packages of the lockfile.
 * @param {string} told
 * @returns {{ isAnswered: boolean, isFine: boolean, text: string }}
 */
export function judge(told) {
  const vulnerabilities = read(told)?.vulnerabilities;
  if (!vulnerabilities)
    return {
      isAnswered: false,
      isFine: true,
      text: 'the registry does not answer: known weaknesses of packages were not looked for'
    };
  const found = Object.values(vulnerabilities);
  const lines = found.map(({ name, severity, range }) => `${severity}: ${name} ${range}`);
  return {
    isAnswered: true,
    isFine: !found.some(({ severity }) => GRAVE.includes(severity)),
    text: lines.length === 0 ? 'no known weakness in any package' : lines.join('\n')
  };
}

/**
 * @param {string} told
 * @returns {{ vulnerabilities?: Record<string, { name: string, severity: string, range: string }> } | undefined}
 */
function read(told) {
  try {
    return JSON.parse(told);
  } catch {
    return undefined;
  }
}

/** Asks the registry about the packages of the lockfile. It exits badly where it finds anything, and speaks all the same. */
export function auditDependencies() {
  const args = ['audit', '--json', '--package-lock-only'];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: PATIENCE_MS });
  return judge(stdout ?? '');
}
