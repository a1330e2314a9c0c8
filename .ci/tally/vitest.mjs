import { relative } from 'node:path';
import { root } from '../../build/steps.mjs';
import { note } from './tally.mjs';

/** @import { Reporter, TestCase, TestModule } from 'vitest/node' */

/**
 * Writes the tally of a Vitest run.
 * @implements {Reporter}
 */
export default class {
  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'pending') return;
    note({
      file: relative(root, test.module.moduleId),
      title: test.fullName,
      state,
      ms: test.diagnostic()?.duration ?? 0,
      ...(state === 'failed' && { reason: errors?.map(({ message, stack }) => stack ?? message).join('\n') })
    });
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const tests = [...module.children.allTests()].map((test) => test.diagnostic()?.duration ?? 0);
    const beside = duration + collectDuration + setupDuration - tests.reduce((sum, ms) => sum + ms, 0);
    note({
      file: relative(root, module.moduleId),
      title: 'hooks and imports',
      state: null,
      ms: Math.max(0, beside)
    });
  }
}
