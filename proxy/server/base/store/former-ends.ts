import { createHmac } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './errors';
import type { StoreDeps } from './sealed-file';

/** Where commit e89340d2 noted ended and limited screens until their file was written: slots of a hash and its MAC. */
const FILE = 'screens.ended';
const HASH_BYTES = 32;
const SLOT_BYTES = 2 * HASH_BYTES;

/**
 * Reads the list of ended screens that commit e89340d2 may have left. Slots that are empty or incomplete are skipped.
 * @returns SHA-256 of their cookies, as base64url, and what deletes the list, once the file of screens has been written without them
 */
export async function readFormerEnds({ folder, key }: Pick<StoreDeps, 'folder' | 'key'>) {
  const path = join(folder, FILE);
  const list = (await ifThere(readFile(path))) ?? Buffer.alloc(0);
  const hashes: string[] = [];
  for (let at = 0; at < list.length; at += SLOT_BYTES) {
    const hash = list.subarray(at, at + HASH_BYTES);
    const mac = createHmac('sha256', key).update('mantel end slot ').update(hash).digest();
    if (mac.equals(list.subarray(at + HASH_BYTES, at + SLOT_BYTES))) hashes.push(hash.toString('base64url'));
  }
  return { hashes, remove: () => rm(path, { force: true }) };
}
