import type { Socket } from 'node:net';

/** Time that a client has to read a response, in ms, in addition to the time that its bytes need at the minimum rate. */
const SEND_TIMEOUT_MS = 20_000;

/** Minimum rate at which a client must read, in bytes per second. */
const MIN_BYTES_A_SECOND = 20_000;

/** A connection of a browser to this server. Times are monotonic, in ms. */
export class TrackedConnection {
  /** Whether it comes from a trusted proxy. */
  readonly isFromProxy: boolean;
  /** The address group that it counts for; null for a trusted proxy's connection without a request. */
  group: string | null;
  /** The socket that bytes are written to. With TLS it is not the accepted socket. */
  stream: Socket;
  /** The screen of its last cookie; null for none. */
  screen: string | null = null;
  isWebSocket = false;
  /** Number of requests that are not answered yet. */
  requests = 0;
  lastActive: number;
  /** When the client could first send a cookie. For a trusted proxy's connection: the start of the request. */
  readyAt: number;
  /** The start of a period with unsent bytes, and the bytes that were sent before it. */
  #backlog: { readonly since: number; readonly sent: number } | undefined;

  constructor(stream: Socket, group: string | null, now: number) {
    this.stream = stream;
    this.group = group;
    this.isFromProxy = group === null;
    this.lastActive = now;
    this.readyAt = now;
  }

  /** Whether it has no request and is not a WebSocket. */
  get isIdle(): boolean {
    return this.requests === 0 && !this.isWebSocket;
  }

  /** Bytes that were written but not yet sent. */
  get unsent(): number {
    return this.stream.writableLength;
  }

  /** Whether the client reads below the minimum rate. Must be called once a second. */
  isStalled(now: number): boolean {
    const sent = this.stream.bytesWritten - this.unsent;
    if (this.unsent === 0) this.#backlog = undefined;
    else this.#backlog ??= { since: now, sent };
    if (!this.#backlog) return false;
    const overtime = now - this.#backlog.since - SEND_TIMEOUT_MS;
    return overtime > 0 && sent - this.#backlog.sent < (overtime / 1000) * MIN_BYTES_A_SECOND;
  }
}
