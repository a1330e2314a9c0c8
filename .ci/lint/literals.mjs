/**
 * The type of an expression without the assertions around it: `['a'] as const` is a literal too.
 * @param {unknown} node
 * @returns {string | undefined}
 */
function typeOf(node) {
  if (!(node instanceof Object && 'type' in node)) return undefined;
  const type = String(node.type);
  return type.startsWith('TS') && 'expression' in node ? typeOf(node.expression) : type;
}

/**
 * Refuses a spread of a literal, in objects, lists, arguments and components: TypeScript finds no unknown and no doubled field in it. Refuses
 * to destructure a literal list, but for a swap. A conditional spread, as `...(isOn && { isOn })`, is neither.
 * @type {import('eslint').Rule.RuleModule}
 */
export const literals = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      spread: 'Write the fields of a literal out: the compiler checks none in a spread.',
      destructuring: 'Declare or assign one at a time.'
    }
  },
  create({ report, sourceCode }) {
    /** @param {import('estree').Node & { readonly argument: import('estree').Expression }} node */
    function checkSpread(node) {
      if (['ObjectExpression', 'ArrayExpression'].includes(typeOf(node.argument) ?? ''))
        report({ node, messageId: 'spread' });
    }

    /** The elements of a list in their alphabetical order. @param {import('estree').ArrayPattern | import('estree').ArrayExpression} list */
    const elementsOf = ({ elements }) =>
      elements
        .map((each) => (each ? sourceCode.getText(each) : ''))
        .sort()
        .join();

    return {
      SpreadElement: checkSpread,
      SvelteSpreadAttribute: checkSpread,
      VariableDeclarator(node) {
        if (node.id.type === 'ArrayPattern' && typeOf(node.init) === 'ArrayExpression')
          report({ node, messageId: 'destructuring' });
      },
      AssignmentExpression(node) {
        const { left, right } = node;
        if (left.type !== 'ArrayPattern' || right.type !== 'ArrayExpression') return;
        if (elementsOf(left) !== elementsOf(right)) report({ node, messageId: 'destructuring' });
      }
    };
  }
};
