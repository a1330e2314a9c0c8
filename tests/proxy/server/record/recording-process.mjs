/** Writes to the record of a path without end by the built thread, and prints the number of each write that is done. */
import { Worker } from 'node:worker_threads';

const [, , thread = '', path = '', first = '0'] = process.argv;
const worker = new Worker(thread);
let number = Number(first);
const at = () => Math.floor(process.uptime() * 1000);
const begin = Date.now() - at();
const write = () => {
  const values = JSON.stringify([[1, at(), ++number, null]]);
  const series = number === 1 ? [{ id: 1, device: 1, model: 'm', name: 'Value', isBrief: 0 }] : [];
  worker.postMessage({
    id: number,
    call: 'write',
    args: [path, { clock: begin, at: at(), series, values, happenings: [] }]
  });
};
worker.on('message', ({ id, failure }) => {
  if (failure) throw new Error(failure);
  process.stdout.write(`${id}\n`);
  write();
});
worker.postMessage({ id: number, call: 'open', args: [path, { boot: 'b', uptime: 0, clock: begin }, 0] });
