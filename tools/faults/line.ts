import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** What a road does to the bytes on it, one way. */
export interface Road {
  /** Milliseconds that each byte is under way. */
  readonly latencyMs: number;
  /** Bytes a second; Infinity for no bound. */
  readonly bytesPerSecond: number;
  /** Bytes at most that arrive together; Infinity leaves pieces as they were sent. */
  readonly sliceBytes: number;
}

/** So many bytes may be under way before the sender is asked to wait. */
const MAX_IN_FLIGHT_BYTES = 256 * 1024;
/** On a narrow road what is sent at once is what passes in so many milliseconds. */
const NARROW_SLICE_MS = 50;

interface Piece {
  readonly bytes: Buffer;
  readonly arrivedAt: number;
  readonly onPassed: () => void;
}

/** One way of a connection: bytes go in order, each as late and as slowly as the road has it at that moment. */
export class Line {
  readonly #into: Socket;
  readonly #road: () => Road;
  readonly #onFull: (isFull: boolean) => void;
  readonly #pieces: Piece[] = [];
  #underWay = 0;
  #isRunning = false;
  #isDead = false;

  /** @param onFull hears when the sender has to wait, and when it need not any more */
  constructor(into: Socket, road: () => Road, onFull: (isFull: boolean) => void) {
    this.#into = into;
    this.#road = road;
    this.#onFull = onFull;
  }

  /** Sends bytes on their way; resolves once they have gone, and never where they are lost. */
  pass(bytes: Buffer): Promise<void> {
    return new Promise((onPassed) => {
      if (this.#isDead) return;
      this.#pieces.push({ bytes, arrivedAt: performance.now(), onPassed });
      this.#underWay += bytes.length;
      if (this.#underWay > MAX_IN_FLIGHT_BYTES) this.#onFull(true);
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Takes the sender's leave after everything that was sent before. */
  async end() {
    await this.pass(Buffer.alloc(0));
    this.#into.end();
  }

  /** Loses what is under way and whatever comes. */
  die() {
    this.#isDead = true;
    this.#pieces.length = 0;
  }

  async #run() {
    this.#isRunning = true;
    for (let piece = this.#pieces[0]; piece; piece = this.#pieces[0]) {
      await this.#carry(piece);
      if (this.#isLost()) break;
      this.#pieces.shift();
      this.#underWay -= piece.bytes.length;
      if (this.#underWay <= MAX_IN_FLIGHT_BYTES) this.#onFull(false);
      piece.onPassed();
    }
    this.#isRunning = false;
  }

  async #carry({ bytes, arrivedAt }: Piece) {
    const wait = arrivedAt + this.#road().latencyMs - performance.now();
    if (wait > 0) await sleep(wait);
    for (let from = 0; from < bytes.length && !this.#isLost();) {
      const { bytesPerSecond, sliceBytes } = this.#road();
      const atOnce = Math.min(sliceBytes, Math.max(1, (bytesPerSecond / 1000) * NARROW_SLICE_MS));
      const slice = bytes.subarray(from, from + Math.floor(Math.min(atOnce, bytes.length)));
      from += slice.length;
      await this.#write(slice);
      if (bytesPerSecond < Infinity) await sleep((slice.length / bytesPerSecond) * 1000);
      // In a turn of its own each slice is a read of its own on the other side.
      else if (from < bytes.length) await nextTurn();
    }
  }

  /** Resolves when the system has taken the bytes; or never again, where the connection broke. */
  async #write(bytes: Buffer) {
    await new Promise<void>((resolve) => {
      this.#into.once('close', resolve);
      this.#into.write(bytes, () => {
        this.#into.off('close', resolve);
        resolve();
      });
    });
  }

  #isLost(): boolean {
    return this.#isDead || this.#into.destroyed;
  }
}
