import * as v from 'valibot';
import { BEAT_MS, liveMessageSchema, type LiveMessage } from '#shared/wire';
import type { Clock } from '#shared/clock';
import { OPEN_TIMEOUT_MS, SILENCE_TIMEOUT_MS } from './link-machine';
import type { OpenSocket } from './live-socket';
import { Timer } from '../timer';

/**
 * Milliseconds of silence by the wall clock after which a connection counts as stale on resume: a heartbeat was missed.
 */
const STALE_AFTER_MS = BEAT_MS + 2000;

/** The events of a connection. */
export interface ConnectionListener {
  opened(): void;
  received(message: LiveMessage): void;
  closed(code: number): void;
  /** The socket does not open in time, or the proxy's heartbeats stopped. */
  silent(): void;
}

/** A WebSocket connection with a silence timeout. It has one socket at a time. */
export class Connection {
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #listener: ConnectionListener;
  readonly #silence: Timer;
  #closeSocket: (() => void) | null = null;
  #lastMessageAt = 0;
  #lastMessageWallTime = 0;
  #count = 0;

  constructor(environment: { clock: Clock; openSocket: OpenSocket }, listener: ConnectionListener) {
    this.#clock = environment.clock;
    this.#openSocket = environment.openSocket;
    this.#listener = listener;
    this.#silence = new Timer(environment.clock);
  }

  /** The number of the current connection, counted from 1. */
  get count(): number {
    return this.#count;
  }

  /** Whether a heartbeat was missed, including time in which the device slept. */
  get isStale(): boolean {
    return this.#clock.now() - this.#lastMessageWallTime > STALE_AFTER_MS;
  }

  /** Opens a socket; an earlier one is closed first. */
  open(path: string): void {
    this.close();
    this.#count += 1;
    this.#silence.set(OPEN_TIMEOUT_MS, () => this.#listener.silent());
    this.#closeSocket = this.#openSocket(path, {
      opened: () => {
        this.#recordActivity();
        this.#watchSilence(SILENCE_TIMEOUT_MS);
        this.#listener.opened();
      },
      received: (text) => {
        this.#recordActivity();
        const message = readLiveMessage(text);
        if (message) this.#listener.received(message);
      },
      closed: (code) => {
        this.close();
        this.#listener.closed(code);
      }
    });
  }

  close(): void {
    this.#silence.stop();
    this.#closeSocket?.();
    this.#closeSocket = null;
  }

  #recordActivity(): void {
    this.#lastMessageAt = this.#clock.monotonic();
    this.#lastMessageWallTime = this.#clock.now();
  }

  /** Restarts the silence timer only when it fires, instead of at each message. */
  #watchSilence(ms: number): void {
    this.#silence.set(ms, () => {
      const remaining = this.#lastMessageAt + SILENCE_TIMEOUT_MS - this.#clock.monotonic();
      if (remaining > 0) this.#watchSilence(remaining);
      else this.#listener.silent();
    });
  }
}

/** Decodes a frame; null if it is invalid or its type is unknown. */
function readLiveMessage(text: string): LiveMessage | null {
  try {
    const result = v.safeParse(liveMessageSchema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
