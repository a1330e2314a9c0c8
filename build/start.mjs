/**
 * `npm start -- <options>`: installs and builds what is missing or stale, then runs the proxy with these
 * options in this process. Only the proxy writes to stdout.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from './install.mjs';
import { build, checkNode } from './prepare.mjs';
import { root } from './steps.mjs';

checkNode();
try {
  await install('run');
  await build();
} catch {
  process.exit(1);
}
await import(pathToFileURL(join(root, 'dist/main.js')).href);
