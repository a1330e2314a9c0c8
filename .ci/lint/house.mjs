import { arrows } from './arrows.mjs';
import { directives } from './directives.mjs';
import { docstrings } from './docstrings.mjs';
import { vocabulary } from './vocabulary.mjs';

/** The rules of this repository, as a plugin of Oxlint and ESLint. */
export default { meta: { name: 'house' }, rules: { arrows, directives, docstrings, vocabulary } };
