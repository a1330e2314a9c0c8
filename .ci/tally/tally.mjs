import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../build/steps.mjs';

/**
 * The tally is a file with one line of JSON for each finished test. It is complete even if the test program
 * is killed.
 */

/**
 * One test. An entry with `state: null` is the time that a file took outside its tests. The `ms` of all
 * entries of a file add up to its total time.
 * @typedef {{
 *   file: string,
 *   title: string,
 *   state: 'passed' | 'failed' | 'skipped' | null,
 *   ms: number,
 *   reason?: string
 * }} Entry
 */

/**
 * The path of a step's tally, from the root.
 * @param {string} step
 */
export const tallyOf = (step) => `test-results/${step}.jsonl`;

/** Environment variable with the path of the tally. If it is not set, no tally is written. */
export const TALLY = 'TALLY';

/**
 * @param {Entry} entry
 * @param {string | undefined} path from the root
 */
export function note(entry, path = process.env[TALLY]) {
  if (!path) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  appendFileSync(join(root, path), `${JSON.stringify(entry)}\n`);
}

/**
 * All entries of a tally, without an incomplete last line.
 * @param {string} path from the root
 * @returns {Entry[]}
 */
export function entriesOf(path) {
  let text = '';
  try {
    text = readFileSync(join(root, path), 'utf8');
  } catch {
    // The program ended before its first test ended.
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/**
 * @param {Entry[]} entries
 * @returns {import('../plan.mjs').Count}
 */
export function countOf(entries) {
  const count = (/** @type {Entry['state']} */ state) =>
    entries.filter((entry) => entry.state === state).length;
  return { passed: count('passed'), failed: count('failed') };
}

/**
 * The failed tests and their reasons, as text.
 * @param {Entry[]} entries
 */
export function reasonsOf(entries) {
  return entries
    .filter(({ state }) => state === 'failed')
    .map(({ file, title, reason = 'no reason given' }) => `${file} › ${title}\n${reason}`)
    .join('\n\n');
}

/**
 * The slowest test files, one line each with the seconds.
 * @param {Entry[]} entries
 * @param {number} most how many
 */
export function slowestOf(entries, most) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { file, ms } of entries) files.set(file, (files.get(file) ?? 0) + ms);
  return [...files]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`);
}
