import { createHmac } from 'node:crypto';
import { constants, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../platform/log';
import { codeOf } from './error-code';
import { replaceFile } from './replace-file';

/** How many hashes there is room for. */
export const END_SLOTS = 256;

const HASH_BYTES = 32;

/** A hash and its MAC. A sector of the disk is a multiple of it, so that no slot lies across two and none is torn by a neighbour. */
export const SLOT_BYTES = 2 * HASH_BYTES;

const FILE_BYTES = END_SLOTS * SLOT_BYTES;

/** Where the slots lie, and what tells a whole one from a torn one. */
interface EndSlotsDeps {
  readonly folder: string;
  /** With a dot in it, so that no backup takes the slots along. */
  readonly name: string;
  readonly key: Buffer;
  readonly log: Log;
}

/** One hash in the list. */
export interface EndSlot {
  /** SHA-256 as base64url. */
  readonly hash: string;
  /** Whether it lies on the disk. */
  readonly isKept: Promise<boolean>;
  /** Takes it off the list; the disk says so too when this resolves. A second time does nothing. */
  free(): Promise<void>;
}

/**
 * A list of hashes that can be written on a full disk: its file has its full size from the start, and is written in place. It holds
 * what must not be lost until a file that needs room has been written. (A disk that copies on write may refuse that too.)
 */
export class EndSlots {
  readonly #deps: EndSlotsDeps;
  readonly #path: string;
  /** The file as it should be. */
  readonly #image = Buffer.alloc(FILE_BYTES);
  readonly #taken = new Set<number>();
  #file: FileHandle | undefined;
  /** The bytes of the image that may differ from the disk: from the first to before the second. */
  #changed: readonly [number, number] = [FILE_BYTES, 0];
  #writing: Promise<boolean> = Promise.resolve(true);
  #next: Promise<boolean> | undefined;

  private constructor(deps: EndSlotsDeps) {
    this.#deps = deps;
    this.#path = join(deps.folder, deps.name);
  }

  /** Reads the list, or makes it where there is none. Where that cannot be, nothing is kept in it until it can. */
  static async open(deps: EndSlotsDeps): Promise<{ slots: EndSlots; found: readonly EndSlot[] }> {
    const slots = new EndSlots(deps);
    try {
      const old = await readIfThere(slots.#path);
      old.copy(slots.#image);
      slots.#file = await slots.#openFile(old.length);
    } catch (error) {
      deps.log.warn(
        { err: error, file: deps.name },
        'No disk space reserved for ended screens: on a full disk an end may not outlast a restart.'
      );
    }
    return { slots, found: slots.#find() };
  }

  /** Puts a hash on the list; those of one moment are written together. */
  add(hash: string): EndSlot {
    const at = Array.from({ length: END_SLOTS }, (_, slot) => slot).find((slot) => !this.#taken.has(slot));
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

  /** What an earlier process left. A torn slot is passed over, alone, and is free again. */
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

  /** Changes a slot; resolves with whether the disk has it. */
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

  /** Opens the file to write in place. Zeros are written, not only promised: a hole in the file would need room later. */
  async #openFile(size: number): Promise<FileHandle> {
    if (size !== FILE_BYTES) await replaceFile(this.#path, this.#image);
    return open(this.#path, constants.O_WRONLY | constants.O_DSYNC);
  }

  /** Writes what changed, in place. What fails is written again with the next change. */
  async #write(): Promise<boolean> {
    const [from, to] = this.#changed;
    this.#changed = [FILE_BYTES, 0];
    try {
      this.#file ??= await this.#openFile(0);
      const { bytesWritten } = await this.#file.write(this.#image, from, to - from, from);
      if (bytesWritten === to - from) return true;
      throw new Error('It was written in part.');
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

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
