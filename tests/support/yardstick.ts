import { createHash } from 'node:crypto';

/** Duration of the reference work on a core of an idle small computer, in ms. */
const IDLE_MS = 12;
const BYTES = Buffer.alloc(64 * 1024);
const HASHES = 100;
/** Many short runs, so that other processes get their turns between them. */
const ROUNDS = 8;

/**
 * How many times slower this machine is now than a small computer that does nothing else; 1 where it is not. Whatever bounds real time
 * is multiplied by it: a test judges the program, not the machine and what else runs there.
 */
export function slowness(): number {
  const begun = performance.now();
  for (let count = 0; count < ROUNDS * HASHES; count++) createHash('sha256').update(BYTES).digest();
  return Math.max(1, (performance.now() - begun) / (ROUNDS * IDLE_MS));
}
