/**
 * Requires a docstring on every export. An export directly below a documented one, without a blank line
 * between them (a schema and its type), shares its docstring.
 * @type {import('eslint').Rule.RuleModule}
 */
export const docstrings = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'An export needs a docstring: what it does, units, shapes, errors.' }
  },
  create({ report, sourceCode }) {
    let lastDocumentedLine = -1;

    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration || !node.loc) return;
        const comment = sourceCode.getCommentsBefore(node).at(-1);
        const isDocumented = comment?.type === 'Block' && comment.value.startsWith('*');
        const isShared = node.loc.start.line === lastDocumentedLine + 1;
        if (isDocumented || isShared) lastDocumentedLine = node.loc.end.line;
        else report({ node, messageId: 'missing' });
      }
    };
  }
};
