import type { Socket } from 'node:net';

/** An answer may take this long, and as long again as its bytes take at the slowest rate, in ms. */
const SEND_TIMEOUT_MS = 20_000;

/** The slowest that anybody may read, in bytes a second. */
const MIN_BYTES_A_SECOND = 20_000;

/** Bytes that wait to be sent, and since when there are any. */
interface Backlog {
  readonly since: number;
  /** What had been sent by then, in bytes. */
  readonly sent: number;
}

/** One connection of a browser to us. Times are monotonic, in ms. */
export class TrackedConnection {
  /** Whether it is a declared proxy's. */
  readonly isFromProxy: boolean;
  /** Who counts as one with it; null for a declared proxy's while it carries no request. */
  group: string | null;
  /** The socket that bytes are written to: over TLS that is not the one that was accepted. */
  stream: Socket;
  /** The screen whose cookie it showed last; null for none. */
  screen: string | null = null;
  isWebSocket = false;
  /** Requests that have begun and are not answered yet. */
  requests = 0;
  lastActive: number;
  /** Since when it could have shown a cookie: for a declared proxy's, the beginning of its request. */
  readyAt: number;
  #backlog: Backlog | undefined;

  constructor(stream: Socket, group: string | null, now: number) {
    this.stream = stream;
    this.group = group;
    this.isFromProxy = group === null;
    this.lastActive = now;
    this.readyAt = now;
  }

  /** Whether nothing is asked or answered on it. */
  get isIdle(): boolean {
    return this.requests === 0 && !this.isWebSocket;
  }

  /** Bytes that were written and not read by the other side. */
  get unsent(): number {
    return this.stream.writableLength;
  }

  /** Whether the other side reads slower than anybody may. To be asked once a second. */
  isStalled(now: number): boolean {
    const sent = this.stream.bytesWritten - this.unsent;
    if (this.unsent === 0) this.#backlog = undefined;
    else this.#backlog ??= { since: now, sent };
    if (!this.#backlog) return false;
    const overtime = now - this.#backlog.since - SEND_TIMEOUT_MS;
    return overtime > 0 && sent - this.#backlog.sent < (overtime / 1000) * MIN_BYTES_A_SECOND;
  }

  /** Ends it at once. */
  cut() {
    this.stream.destroy();
  }
}
