/**
 * Refuses comments that direct a linter. It throws instead of reporting, because `oxlint-disable` would hide a report
 * on its own line.
 * @type {import('eslint').Rule.RuleModule}
 */
export const directives = {
  meta: { type: 'problem', schema: [] },
  create: ({ sourceCode }) => ({
    Program() {
      const found = sourceCode.getAllComments().find(({ value }) => /^\s*(?:es|ox)lint\b/.test(value));
      if (found) throw new Error(`No comment may direct the lint: line ${found.loc?.start.line ?? 0}.`);
    }
  })
};
