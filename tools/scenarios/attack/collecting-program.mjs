/**
 * Runs the built program. On SIGUSR2 it collects garbage and writes the number of bytes in use to a file in its data folder, whose name is
 * that of an unfinished write. An idle program keeps its garbage, and the pages that had it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const dataDir = process.argv[process.argv.indexOf('--data-dir') + 1];
process.on('SIGUSR2', () => {
  // The first one finds long buffers, the second one frees them.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(join(dataDir, 'in-use.new'), String(heapUsed + external));
});

await import('../../../dist/main.js');
