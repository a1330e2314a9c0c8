/**
 * Runs the built program and collects garbage on SIGUSR2. An idle program keeps its garbage, so without this,
 * memory in use cannot be measured.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());

await import('../../../dist/main.js');
