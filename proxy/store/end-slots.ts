import { createHmac } from 'node:crypto';
import { constants, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './errors';
import { replaceFile } from './replace-file';
import type { StoreDeps } from './sealed-file';

/** Number of slots. Each holds one hash. */
export const END_SLOTS = 256;

const HASH_BYTES = 32;

/** Size of a hash and its MAC. It divides the sector size, so no slot crosses a sector and no write damages another slot. */
export const SLOT_BYTES = 2 * HASH_BYTES;

const FILE_BYTES = END_SLOTS * SLOT_BYTES;

/** What end slots depend on. The key signs each slot, so that an incomplete one is detected. */
interface EndSlotsDeps extends Omit<StoreDeps, 'clock'> {
  /** File name with a dot, so that backups skip the file. */
  readonly name: string;
}

/** One hash in the list. */
export interface EndSlot {
  /** SHA-256 as base64url. */
  readonly hash: string;
  /** Resolves with whether the hash is on the disk. */
  readonly isKept: Promise<boolean>;
  /** Removes it from the list and from the disk. A second call does nothing. */
  free(): Promise<void>;
}

/**
 * A list of hashes that can be changed on a full disk: its file is allocated in full and written in place. It stores ended screens until
 * the file of screens, which needs free space, is written. (A copy-on-write file system may refuse even this.)
 */
export class EndSlots {
  readonly #deps: EndSlotsDeps;
  readonly #path: string;
  /** The wanted content of the file. */
  readonly #image = Buffer.alloc(FILE_BYTES);
  readonly #taken = new Set<number>();
  #file: FileHandle | undefined;
  /** The range of bytes that may differ from the disk, as start and exclusive end. */
  #changed: readonly [number, number] = [FILE_BYTES, 0];
  #writing: Promise<boolean> = Promise.resolve(true);
  #next: Promise<boolean> | undefined;

  private constructor(deps: EndSlotsDeps) {
    this.#deps = deps;
    this.#path = join(deps.folder, deps.name);
  }

  /** Reads the list, or creates it. If that fails, each later change tries again to create it. */
  static async open(deps: EndSlotsDeps): Promise<{ slots: EndSlots; found: readonly EndSlot[] }> {
    const slots = new EndSlots(deps);
    try {
      const old = (await ifThere(readFile(slots.#path))) ?? Buffer.alloc(0);
      old.copy(slots.#image);
      slots.#file = await slots.#openFile(old.length);
    } catch (error) {
      deps.log.warn(
        { err: error, file: deps.name },
        'No disk space reserved for ended screens: on a full disk an end may be lost at a restart.'
      );
    }
    return { slots, found: slots.#find() };
  }

  /** Adds a hash. Hashes that are added at the same time are written together. */
  add(hash: string): EndSlot {
    const at = [...Array(END_SLOTS).keys()].find((slot) => !this.#taken.has(slot));
    if (at === undefined) return { hash, isKept: Promise.resolve(false), free: async () => undefined };
    const bytes = Buffer.from(hash, 'base64url');
    return this.#slot(at, hash, this.#put(at, Buffer.concat([bytes, this.#macOf(bytes)])));
  }

  /** Closes the file once everything is written. */
  async close() {
    await this.#next;
    await this.#writing;
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Finds the slots of an earlier process. An incomplete slot is skipped and counts as free. */
  #find(): EndSlot[] {
    const found: EndSlot[] = [];
    for (let at = 0; at < END_SLOTS; at++) {
      const slot = this.#image.subarray(at * SLOT_BYTES, (at + 1) * SLOT_BYTES);
      const hash = slot.subarray(0, HASH_BYTES);
      if (this.#macOf(hash).equals(slot.subarray(HASH_BYTES)))
        found.push(this.#slot(at, hash.toString('base64url'), Promise.resolve(true)));
    }
    return found;
  }

  #slot(at: number, hash: string, isKept: Promise<boolean>): EndSlot {
    this.#taken.add(at);
    let isFree = false;
    const free = async () => {
      if (isFree) return;
      isFree = true;
      this.#taken.delete(at);
      await this.#put(at, Buffer.alloc(SLOT_BYTES));
    };
    return { hash, isKept, free };
  }

  /** Changes a slot. Resolves with whether the change is on the disk. */
  #put(at: number, slot: Buffer): Promise<boolean> {
    const from = at * SLOT_BYTES;
    slot.copy(this.#image, from);
    this.#changed = [Math.min(this.#changed[0], from), Math.max(this.#changed[1], from + SLOT_BYTES)];
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      return (this.#writing = this.#write());
    });
    return this.#next;
  }

  /** Opens the file to write in place. A new file is filled with zeros, because holes would need disk space later. */
  async #openFile(size: number): Promise<FileHandle> {
    if (size !== FILE_BYTES) await replaceFile(this.#path, this.#image);
    return open(this.#path, constants.O_WRONLY | constants.O_DSYNC);
  }

  /** Writes the changed bytes in place. Failed writes are repeated with the next change. */
  async #write(): Promise<boolean> {
    const [from, to] = this.#changed;
    this.#changed = [FILE_BYTES, 0];
    try {
      this.#file ??= await this.#openFile(0);
      const { bytesWritten } = await this.#file.write(this.#image, from, to - from, from);
      if (bytesWritten === to - from) return true;
      throw new Error('The write was incomplete.');
    } catch (error) {
      this.#changed = [Math.min(this.#changed[0], from), Math.max(this.#changed[1], to)];
      this.#deps.log.error({ err: error, file: this.#deps.name }, 'Ended screen not recorded.');
      return false;
    }
  }

  #macOf(hash: Buffer) {
    return createHmac('sha256', this.#deps.key).update('mantel end slot ').update(hash).digest();
  }
}
