import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Network conditions in one direction. */
export interface NetworkConditions {
  /** Delay of each byte, in ms. */
  readonly latencyMs: number;
  /** The largest number of bytes that arrive together; Infinity keeps chunks as they were sent. */
  readonly sliceBytes: number;
}

/** The number of buffered bytes above which the sender is paused. */
const MAX_IN_FLIGHT_BYTES = 256 * 1024;

interface Chunk {
  readonly bytes: Buffer;
  readonly arrivedAt: number;
  readonly onPassed: () => void;
}

/**
 * One direction of a connection. Bytes keep their order; delay and slices follow the current conditions.
 */
export class Line {
  readonly #into: Socket;
  readonly #conditions: () => NetworkConditions;
  readonly #onFull: (isFull: boolean) => void;
  readonly #chunks: Chunk[] = [];
  #inFlightBytes = 0;
  #isRunning = false;
  #isDead = false;

  /** @param onFull is called with true when the sender must pause, and with false when it can resume */
  constructor(into: Socket, conditions: () => NetworkConditions, onFull: (isFull: boolean) => void) {
    this.#into = into;
    this.#conditions = conditions;
    this.#onFull = onFull;
  }

  /** Sends bytes. Resolves once they are written; never resolves if they are lost. */
  pass(bytes: Buffer): Promise<void> {
    return new Promise((onPassed) => {
      if (this.#isDead) return;
      this.#chunks.push({ bytes, arrivedAt: performance.now(), onPassed });
      this.#inFlightBytes += bytes.length;
      if (this.#inFlightBytes > MAX_IN_FLIGHT_BYTES) this.#onFull(true);
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
    this.#chunks.length = 0;
  }

  async #run() {
    this.#isRunning = true;
    for (let chunk = this.#chunks[0]; chunk; chunk = this.#chunks[0]) {
      await this.#carry(chunk);
      if (this.#isLost()) break;
      this.#chunks.shift();
      this.#inFlightBytes -= chunk.bytes.length;
      if (this.#inFlightBytes <= MAX_IN_FLIGHT_BYTES) this.#onFull(false);
      chunk.onPassed();
    }
    this.#isRunning = false;
  }

  async #carry({ bytes, arrivedAt }: Chunk) {
    const wait = arrivedAt + this.#conditions().latencyMs - performance.now();
    if (wait > 0) await sleep(wait);
    for (let from = 0; from < bytes.length && !this.#isLost();) {
      const slice = bytes.subarray(from, from + Math.min(this.#conditions().sliceBytes, bytes.length));
      from += slice.length;
      await this.#write(slice);
      // Each slice is written in its own turn of the event loop, so that the other side reads it separately.
      if (from < bytes.length) await nextTurn();
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
