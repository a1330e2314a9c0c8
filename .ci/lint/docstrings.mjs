/**
 * Refuses an exported name without a docstring: a promise that others rely on has to be written down.
 * A line that follows another export without a blank between them (a schema and its type) shares that one's words.
 * @type {import('eslint').Rule.RuleModule}
 */
export const docstrings = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Exported, so it needs a docstring: what it promises, units, shapes, errors.' }
  },
  create({ report, sourceCode }) {
    let lastDocumentedLine = -1;

    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration || !node.loc) return;
        const comment = sourceCode.getCommentsBefore(node).at(-1);
        const isTold = comment?.type === 'Block' && comment.value.startsWith('*');
        const isShared = node.loc.start.line === lastDocumentedLine + 1;
        if (isTold || isShared) lastDocumentedLine = node.loc.end.line;
        else report({ node, messageId: 'missing' });
      }
    };
  }
};
