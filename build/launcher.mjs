import { readJson } from './steps.mjs';

/** The file of the program that the launcher loads. */
export const PROGRAM_FILE = 'program.mjs';

/** The oldest Node that `engines` of package.json allows, such as `20.19`. */
export function nodeFloor() {
  return String(readJson('package.json').engines.node).replace(/[^\d.]/g, '');
}

/**
 * The text of `dist/main.js`: it checks the version of Node and loads the program. It uses only syntax that
 * Node 14 can parse, as a script and as a module, because an old Node cannot parse the program itself.
 * @param {string} floor the oldest Node that runs the program
 */
export function launcherOf(floor) {
  const [major = '0', minor = '0'] = floor.split('.');
  return `#!/usr/bin/env node
var parts = process.versions.node.split('.').map(Number);
if (parts[0] < ${major} || (parts[0] === ${major} && parts[1] < ${minor})) {
  process.stderr.write('Mantel needs Node ${floor} or newer, but this is ' + process.versions.node + ': see nodejs.org.\\n');
  process.exitCode = 1;
} else {
  import('./${PROGRAM_FILE}');
}
`;
}

/**
 * Writes `main.js` beside the program.
 * @returns {import('vite').Plugin}
 */
export function launcher() {
  return {
    name: 'launcher',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'main.js', source: launcherOf(nodeFloor()) });
    }
  };
}
