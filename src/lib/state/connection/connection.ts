import type { Clock } from '#shared/clock';
import type { PageFrameInput } from '#shared/commands/command-schema';
import { BEAT_MS, PROTOCOL } from '#shared/live-protocol';
import { readBy } from '#shared/read-schema';
import { livePath } from '#shared/routes';
import { liveMessageSchema, type LiveMessage } from '#shared/wire-live';
import { Timer } from '../base/timer';
import { OPEN_TIMEOUT_MS, SILENCE_TIMEOUT_MS } from './link-machine';
import type { OpenedSocket, OpenSocket } from './live-socket';

/**
 * Milliseconds of silence by the wall clock after which a connection counts as stale on resume: a heartbeat was missed.
 */
const STALE_AFTER_MS = BEAT_MS + 2000;
/** Milliseconds in which the proxy answers a frame. A connection that is older without an answer is replaced. */
export const ANSWER_TIMEOUT_MS = 3000;

/** The events of a connection. */
export interface ConnectionListener {
  opened(): void;
  received(message: LiveMessage): void;
  closed(code: number): void;
  /** The socket does not open in time, the proxy's heartbeats stopped, or it does not answer a frame. */
  silent(): void;
}

/** A frame of the page. The connection adds when it is sent. */
export type SentFrame = DistributiveOmit<PageFrameInput, 'at'>;
type DistributiveOmit<Frame, Key extends string> = Frame extends unknown ? Omit<Frame, Key> : never;

/** A WebSocket connection with a silence timeout. It has one socket at a time. */
export class Connection {
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #listener: ConnectionListener;
  readonly #silence: Timer;
  readonly #answer: Timer;
  #socket: OpenedSocket | null = null;
  #lastMessageAt = 0;
  #lastMessageWallTime = 0;
  #lastPartAt = -Infinity;
  /** The greatest difference of the proxy's clock to this one, in ms; null before the connection's first beat. */
  #offset: number | null = null;
  /** The ids of the frames that are not answered, and when they were sent. */
  readonly #unanswered = new Map<string, number>();
  #parts: Parts | null = null;

  constructor(environment: { clock: Clock; openSocket: OpenSocket }, listener: ConnectionListener) {
    this.#clock = environment.clock;
    this.#openSocket = environment.openSocket;
    this.#listener = listener;
    this.#silence = new Timer(environment.clock);
    this.#answer = new Timer(environment.clock);
  }

  /** Whether a heartbeat was missed, including time in which the device slept. */
  get isStale(): boolean {
    return this.#clock.now() - this.#lastMessageWallTime > STALE_AFTER_MS;
  }

  /**
   * Opens a socket to the home of a controller; an earlier one is closed first.
   * @param query see `livePath`
   */
  open(controller: string, query: Readonly<Record<string, string>>): void {
    this.close();
    this.#silence.set(OPEN_TIMEOUT_MS, () => this.#listener.silent());
    this.#socket = this.#openSocket(livePath(controller, query), {
      opened: () => {
        this.#recordActivity();
        this.#watchSilence(SILENCE_TIMEOUT_MS);
        this.#listener.opened();
      },
      received: (text) => this.#receive(text),
      receivedPart: (part) => {
        this.#lastPartAt = this.#clock.monotonic();
        const text = this.#parts?.add(new Uint8Array(part));
        if (text === undefined) this.#recordActivity();
        else this.#receive(text);
      },
      closed: (code) => {
        this.close();
        this.#listener.closed(code);
      }
    });
  }

  /**
   * Sends a frame, with the proxy's time as this page knows it. Every beat was on its way for a while, so the greatest
   * difference of the clocks is the nearest to the truth and never beyond it: a late frame only expires too early.
   * @returns that time in ms; null if nothing was sent, since the proxy has not said its time yet, or speaks another version
   */
  send(frame: SentFrame): number | null {
    if (!this.#socket || this.#offset === null) return null;
    const now = this.#clock.monotonic();
    const at = Math.floor(now + this.#offset);
    this.#socket.send(JSON.stringify(frame.type === 'commands' ? { ...frame, at } : frame));
    this.#unanswered.set(frame.id, now);
    if (!this.#answer.isSet) this.#watchAnswers();
    return at;
  }

  close(): void {
    this.#silence.stop();
    this.#answer.stop();
    this.#socket?.close();
    this.#socket = null;
    this.#offset = null;
    this.#parts = null;
    this.#unanswered.clear();
  }

  #receive(text: string): void {
    this.#recordActivity();
    const message = readLiveMessage(text);
    if (message?.type === 'parts') this.#parts = new Parts(message.bytes);
    if (message?.type === 'beat' && message.protocol === PROTOCOL)
      this.#offset = Math.max(message.at - this.#clock.monotonic(), this.#offset ?? -Infinity);
    if (message?.type === 'taken' || message?.type === 'refused') this.#unanswered.delete(message.id);
    if (message) this.#listener.received(message);
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

  /** Waits for the answer to the oldest frame. While the parts of a home arrive, it may still be behind one of them. */
  #watchAnswers(): void {
    const [oldest] = this.#unanswered.values();
    if (oldest === undefined) return;
    const dueAt = Math.max(oldest, this.#lastPartAt) + ANSWER_TIMEOUT_MS;
    const remaining = dueAt - this.#clock.monotonic();
    if (remaining > 0) this.#answer.set(remaining, () => this.#watchAnswers());
    else this.#listener.silent();
  }
}

/** The parts of a long message. */
class Parts {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(bytes: number) {
    this.#bytes = new Uint8Array(bytes);
  }

  /** Adds a part. Returns the text once all parts are there. */
  add(part: Uint8Array): string | undefined {
    if (this.#length + part.length > this.#bytes.length) return undefined;
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
    return this.#length === this.#bytes.length ? new TextDecoder().decode(this.#bytes) : undefined;
  }
}

/** Decodes a frame; null if it is invalid or its type is unknown. */
function readLiveMessage(text: string): LiveMessage | null {
  try {
    return readBy(liveMessageSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
