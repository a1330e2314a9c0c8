import { BaseSequencer } from 'vitest/node';

/**
 * Test files that wait for network and timers for more than half a minute and need little of a processor. They start first, so that the
 * others run meanwhile. Vitest starts with the largest files, and these are small: one of them would run alone at the end.
 */
export const WAITING = [
  'tests/build/run-documented-commands.test.ts',
  'tests/proxy/controllers/identity-on-a-network.test.ts',
  'tests/faults/answers.test.ts',
  'tests/faults/outages.test.ts',
  'tests/faults/mutations.test.ts'
];

/** Vitest's own order, with the files that wait moved to the front. */
export class WaitingFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const isWaiting = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      WAITING.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}
