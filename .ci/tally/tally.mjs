import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../build/steps.mjs';

/**
 * What a test program has done so far, a line of JSON for each test as it ends: the tally of a program that is
 * killed is as good as that of one that ends by itself.
 */

/**
 * One test, or with `state: null` the time that its file took beside its tests. `ms` add up to a file's time.
 * @typedef {{
 *   file: string,
 *   title: string,
 *   state: 'passed' | 'failed' | 'skipped' | null,
 *   ms: number,
 *   reason?: string
 * }} Entry
 */

/**
 * Where a step's tally lies, from the root.
 * @param {string} step
 */
export const tallyOf = (step) => `test-results/${step}.jsonl`;

/** The variable that names the tally to a test program; without it none is kept. */
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
 * All entries of a tally; a last line that was cut off is left out.
 * @param {string} path from the root
 * @returns {Entry[]}
 */
export function entriesOf(path) {
  let text = '';
  try {
    text = readFileSync(join(root, path), 'utf8');
  } catch {
    // The program ended before its first test did.
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
 * The failed tests with their reasons, as text.
 * @param {Entry[]} entries
 */
export function reasonsOf(entries) {
  return entries
    .filter(({ state }) => state === 'failed')
    .map(({ file, title, reason = 'no reason given' }) => `${file} › ${title}\n${reason}`)
    .join('\n\n');
}

/**
 * The files that took longest, as lines with their seconds.
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
