import { relative, sep } from 'node:path';

/** Forms of constants that were replaced, and what to write instead. */
const CONSTANT_FORMS = [
  { form: /^(?:MOST|LONGEST|SLOWEST)_/, name: 'MAX_…' },
  { form: /^(?:LEAST|SHORTEST|ENOUGH)_/, name: 'MIN_…' },
  { form: /(?:^|_)PATIENCE_MS$/, name: '…_TIMEOUT_MS' },
  { form: /(?:^|_)(?:LOOK|ROUND)_MS$/, name: '…_INTERVAL_MS' },
  { form: /(?:^|_)(?:GATHER|REST)_MS$/, name: '…_DEBOUNCE_MS or MIN_…_GAP_MS' }
];

/** Names that only one module may declare. */
const DECLARED_ONCE = new Map([
  ['Clock', 'src/shared/clock.ts'],
  ['Emitter', 'src/shared/emitter.ts'],
  ['FakeClock', 'tests/support/fake-clock.ts']
]);

/**
 * Refuses replaced forms of constants, and second declarations of a shared name.
 * @type {import('eslint').Rule.RuleModule}
 */
export const vocabulary = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      replaced: '"{{old}}" was replaced by a standard term: {{name}}.',
      second: '{{name}} is declared in {{home}}: import it from there.'
    }
  },
  create({ report, filename, cwd }) {
    const path = relative(cwd, filename).split(sep).join('/');
    const declarations = ['ClassDeclaration', 'FunctionDeclaration', 'VariableDeclarator'];
    const types = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration'];
    return {
      /** @param {import('estree').Identifier} node */
      [`:matches(${[...declarations, ...types].join()}) > Identifier.id`](node) {
        const replaced = CONSTANT_FORMS.find(({ form }) => form.test(node.name));
        if (replaced) report({ node, messageId: 'replaced', data: { old: node.name, name: replaced.name } });
        const home = DECLARED_ONCE.get(node.name);
        if (home !== undefined && home !== path)
          report({ node, messageId: 'second', data: { name: node.name, home } });
      }
    };
  }
};
