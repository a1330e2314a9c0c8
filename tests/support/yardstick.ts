import { createHash } from 'node:crypto';

/** Duration of the reference work on a core of an idle small computer, in ms. */
const IDLE_MS = 12;
const BYTES = Buffer.alloc(64 * 1024);
const HASHES = 100;
/** Many short runs, so that other processes get their turns between them. */
const ROUNDS = 8;

/**
 * The slowness of this machine compared with an idle small computer; 1 if it is as fast. Bounds of real time
 * are multiplied by it, so that a test measures the program and not the machine.
 */
export function slowness(): number {
  const begun = performance.now();
  for (let count = 0; count < ROUNDS * HASHES; count++) createHash('sha256').update(BYTES).digest();
  return Math.max(1, (performance.now() - begun) / (ROUNDS * IDLE_MS));
}
