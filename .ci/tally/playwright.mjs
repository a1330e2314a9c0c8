import { relative } from 'node:path';
import { root } from '../../build/steps.mjs';
import { note } from './tally.mjs';

/** @import { Reporter, TestCase, TestResult } from '@playwright/test/reporter' */

/**
 * Writes the tally of a Playwright run.
 * @implements {Reporter}
 */
export default class {
  /**
   * @param {TestCase} test
   * @param {TestResult} result
   */
  onTestEnd(test, { status, duration, errors }) {
    if (status === 'interrupted') return;
    const isFailed = status === 'failed' || status === 'timedOut';
    note({
      file: relative(root, test.location.file),
      title: test.title,
      state: isFailed ? 'failed' : status,
      ms: duration,
      ...(isFailed && { reason: errors.map(({ message, stack }) => stack ?? message ?? '').join('\n') })
    });
  }
}
