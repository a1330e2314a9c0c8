import * as v from 'valibot';
import { BEAT_MS, liveMessageSchema, type LiveMessage } from '#shared/wire';
import type { Clock } from '#shared/clock';
import { OPEN_TIMEOUT_MS, SILENCE_TIMEOUT_MS } from './link-machine';
import type { OpenSocket } from './live-socket';
import { Timer } from '../timer';

/** Milliseconds of silence, by the wall clock, after which a connection is not believed on waking: a beat was missed. */
const STALE_AFTER_MS = BEAT_MS + 2000;

/** What a connection tells: what came, and its end. */
export interface ConnectionListener {
  opened(): void;
  told(message: LiveMessage): void;
  closed(code: number): void;
  /** It does not open, or the proxy has missed its beats. */
  silent(): void;
}

/** One socket at a time, and the watch over its silence. */
export class Connection {
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #listener: ConnectionListener;
  readonly #silence: Timer;
  #closeSocket: (() => void) | null = null;
  #heardAt = 0;
  #heardWall = 0;
  #count = 0;

  constructor(environment: { clock: Clock; openSocket: OpenSocket }, listener: ConnectionListener) {
    this.#clock = environment.clock;
    this.#openSocket = environment.openSocket;
    this.#listener = listener;
    this.#silence = new Timer(environment.clock);
  }

  /** Which connection it is, counted from the first. */
  get count(): number {
    return this.#count;
  }

  /** Whether a beat has been missed, time asleep included. */
  get isStale(): boolean {
    return this.#clock.now() - this.#heardWall > STALE_AFTER_MS;
  }

  /** Opens a socket; an earlier one is closed first. */
  open(path: string): void {
    this.close();
    this.#count += 1;
    this.#silence.set(OPEN_TIMEOUT_MS, () => this.#listener.silent());
    this.#closeSocket = this.#openSocket(path, {
      opened: () => {
        this.#hear();
        this.#expectWords(SILENCE_TIMEOUT_MS);
        this.#listener.opened();
      },
      received: (text) => {
        this.#hear();
        const message = readLiveMessage(text);
        if (message) this.#listener.told(message);
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

  #hear(): void {
    this.#heardAt = this.#clock.monotonic();
    this.#heardWall = this.#clock.now();
  }

  /** One timer for a silence, not one for each message. */
  #expectWords(ms: number): void {
    this.#silence.set(ms, () => {
      const left = this.#heardAt + SILENCE_TIMEOUT_MS - this.#clock.monotonic();
      if (left > 0) this.#expectWords(left);
      else this.#listener.silent();
    });
  }
}

/** Reads a frame; null for what is no message or one of a type that this build does not know. */
function readLiveMessage(text: string): LiveMessage | null {
  try {
    const result = v.safeParse(liveMessageSchema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
