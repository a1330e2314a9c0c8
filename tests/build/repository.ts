import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file of the repository. */
export const readText = (path: string) => readFileSync(join(root, path), 'utf8');

const packageSchema = v.object({
  version: v.string(),
  files: v.array(v.string()),
  scripts: v.record(v.string(), v.string()),
  dependencies: v.record(v.string(), v.string())
});

/** What `package.json` says. */
export const packageJson = v.parse(packageSchema, JSON.parse(readText('package.json')));

/** The modules of the product, by path from the root. */
export const productModules = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'proxy'], {
    cwd: root,
    encoding: 'utf8'
  })
    .split('\n')
    .filter((path) => /\.(?:ts|svelte)$/.test(path));
