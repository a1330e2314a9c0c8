import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Network conditions in one direction. */
export interface Road {
  /** Delay of each byte, in ms. */
  readonly latencyMs: number;
  /** Bytes per second; Infinity for no limit. */
  readonly bytesPerSecond: number;
  /** The largest number of bytes that arrive together; Infinity keeps chunks as they were sent. */
  readonly sliceBytes: number;
}

/** The number of buffered bytes above which the sender is paused. */
const MAX_IN_FLIGHT_BYTES = 256 * 1024;
/** With limited bandwidth, data is sent in slices of this duration, in ms. */
const NARROW_SLICE_MS = 50;

interface Piece {
  readonly bytes: Buffer;
  readonly arrivedAt: number;
  readonly onPassed: () => void;
}

/**
 * One direction of a connection. Bytes keep their order; delay and bandwidth follow the current conditions.
 */
export class Line {
  readonly #into: Socket;
  readonly #road: () => Road;
  readonly #onFull: (isFull: boolean) => void;
  readonly #pieces: Piece[] = [];
  #underWay = 0;
  #isRunning = false;
  #isDead = false;

  /** @param onFull is called with true when the sender must pause, and with false when it can resume */
  constructor(into: Socket, road: () => Road, onFull: (isFull: boolean) => void) {
    this.#into = into;
    this.#road = road;
    this.#onFull = onFull;
  }

  /** Sends bytes. Resolves once they are written; never resolves if they are lost. */
  pass(bytes: Buffer): Promise<void> {
    return new Promise((onPassed) => {
      if (this.#isDead) return;
      this.#pieces.push({ bytes, arrivedAt: performance.now(), onPassed });
      this.#underWay += bytes.length;
      if (this.#underWay > MAX_IN_FLIGHT_BYTES) this.#onFull(true);
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Ends the stream after everything that was sent before. */
  async end() {
    await this.pass(Buffer.alloc(0));
    this.#into.end();
  }

  /** Drops buffered and future bytes. */
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
      // Each slice is written in its own turn of the event loop, so that the other side reads it separately.
      else if (from < bytes.length) await nextTurn();
    }
  }

  /** Resolves when the bytes are written, or when the socket is closed. */
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
