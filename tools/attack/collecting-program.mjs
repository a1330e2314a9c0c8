/**
 * The built program, which collects its garbage whenever it gets SIGUSR2: nothing else of it is different. A program with nothing to do
 * leaves its garbage where it is, so that what it still holds can't be told from what it has let go of.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());

await import('../../dist/main.js');
