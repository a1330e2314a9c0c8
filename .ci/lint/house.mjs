import { arrows } from './arrows.mjs';
import { docstrings } from './docstrings.mjs';
import { literals } from './literals.mjs';

/** The rules of this repository, for Oxlint and ESLint. */
export default { meta: { name: 'house' }, rules: { arrows, docstrings, literals } };
