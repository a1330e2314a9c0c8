import { execFileSync } from 'node:child_process';
import { root } from './steps.mjs';

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  }).trim();
}

/**
 * The commit that is built, if the working tree has no changes. Undefined with changes, and without git, as in
 * an archive of the sources.
 * @returns {{ hash: string, time: number } | undefined} the short hash, and the commit's time in ms
 */
export function builtCommit() {
  try {
    if (git('status', '--porcelain') !== '') return undefined;
    const [hash = '', seconds = ''] = git('log', '-1', '--format=%h %ct').split(' ');
    return { hash, time: Number(seconds) * 1_000 };
  } catch {
    return undefined;
  }
}

/**
 * The time that a build stores in its files, in ms: `SOURCE_DATE_EPOCH` (seconds), else the commit's time, else
 * now. Two builds of one commit are the same.
 */
export function sourceDate() {
  const { SOURCE_DATE_EPOCH: epoch = '' } = process.env;
  if (/^\d+$/.test(epoch)) return Number(epoch) * 1_000;
  return builtCommit()?.time ?? Date.now();
}
