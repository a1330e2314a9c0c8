/**
 * Writes the table of options into docs/options.md. Run `npx tsx build/options-table.mjs` after a change of
 * proxy/cli/options.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionsTable } from '../proxy/cli/help';
import { root } from './steps.mjs';

const path = join(root, 'docs/options.md');
const text = await readFile(path, 'utf8');
await writeFile(
  path,
  text.replace(/<!-- options -->[^]*<!-- \/options -->/, () => optionsTable())
);
