import type { RawData, WebSocket } from 'ws';
import type { Clock } from '#shared/clock';
import { LIVE_CLOSE } from '#shared/live-protocol';
import { SlidingWindow } from '../../base/platform/sliding-window';
import { encode } from './watched-home';

/** Maximum number of unread bytes. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Maximum time without any progress of sending, in ms. */
const STALL_TIMEOUT_MS = 5_000;
/** Maximum number of frames of any kind in one second. A page sends a few. */
const MAX_FRAMES_PER_SECOND = 60;
/** Maximum number of frames whose answers are not written yet. Then no more are read. */
const MAX_UNANSWERED = 8;
/** Size of the parts of a long home, in bytes. */
const PART_BYTES = 32 * 1024;
/** Maximum number of parts that the client has not acknowledged: what a message waits for that goes between them. */
const MAX_PARTS_ON_WAY = 2;
/** The payload of the ping behind each part. The client's pong acknowledges that the part has arrived. */
const PART_PING = 'part';
/** Timeout of the closing handshake, in ms. */
const CLOSE_TIMEOUT_MS = 500;
/** Close code of unsupported data (RFC 6455 §7.4.1). */
const UNSUPPORTED_DATA = 1003;

/** What happens on a connection. */
interface LiveSocketListener {
  /** The client has answered a ping. */
  readonly onPong: () => void;
  /** A text frame arrived. Returns the answer, if it needs one. */
  readonly onFrame: (frame: Buffer) => Buffer | undefined;
  /** The client sends too many frames. */
  readonly onFlooded: () => void;
  /** Called once when the connection is closed. */
  readonly onClosed: () => void;
}

/**
 * When a message goes while a long home is on its way. `of-home`: behind it, unless a newer home comes first, which contains it.
 * `behind-home`: behind it. `at-once`: between its parts.
 */
export type SendOrder = 'of-home' | 'behind-home' | 'at-once';

/** The live connection of a screen. It closes if the screen is gone, stalled or sends too much. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  #isLeaving = false;
  #onFlooded: () => void = () => undefined;
  #hasReceived = true;
  #lastReceived: number;
  readonly #frames: SlidingWindow;
  #unanswered = 0;
  #pongsDue = 0;
  #sent = 0;
  #read = 0;
  #readAt: number;
  /** The rest of the home that is being sent in parts; null for none. */
  #home: Buffer | null = null;
  #partsOnWay = 0;
  /** A newer home, to be sent after the one that is being sent. */
  #nextHome: Buffer | null = null;
  /** Messages that wait until the home was sent, and then those that are written only after them. */
  #behind: { readonly message: Buffer; readonly order: SendOrder }[] = [];
  readonly #last = new Set<() => readonly Buffer[]>();

  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    this.#frames = new SlidingWindow(clock, { max: MAX_FRAMES_PER_SECOND, windowMs: 1_000 });
    this.#readAt = clock.monotonic();
    this.#lastReceived = clock.monotonic();
    // After a protocol error `ws` has sent the close code already. Only the connection is left to close.
    socket.on('error', () => this.#cutSoon());
  }

  /** When the screen last sent something, on the monotonic clock (ms). */
  get lastReceived(): number {
    return this.#lastReceived;
  }

  /** Starts to listen. Frames after `close` are ignored. */
  start({ onPong, onFrame, onFlooded, onClosed }: LiveSocketListener) {
    const socket = this.#socket;
    this.#onFlooded = onFlooded;
    socket.on('message', (data: RawData, isBinary) => {
      if (this.#isLeaving) return;
      if (isBinary || !Buffer.isBuffer(data)) this.close(UNSUPPORTED_DATA, 'Only text frames are supported.');
      else if (this.#receive()) this.#answer(onFrame(data));
    });
    socket.on('ping', () => this.#receive());
    socket.on('pong', (payload: Buffer) => {
      if (this.#pongsDue === 0) this.#receive();
      else this.#pongsDue--;
      this.#hasReceived = true;
      this.#lastReceived = this.#clock.monotonic();
      if (payload.toString() === PART_PING && this.#partsOnWay > 0) {
        this.#partsOnWay--;
        this.#sendParts();
      } else onPong();
    });
    socket.on('close', onClosed);
  }

  /** Sends an encoded message. */
  send(message: Buffer, order: SendOrder = 'behind-home') {
    if (!this.#isOpen) return;
    if (this.#home && order !== 'at-once') {
      this.#behind.push({ message, order });
      const waiting = this.#behind.reduce((sum, each) => sum + each.message.length, 0);
      if (waiting > MAX_UNREAD_BYTES) this.close(LIVE_CLOSE.stalled, 'The client does not read.');
      return;
    }
    this.#socket.send(message, { binary: false });
    this.#sent += message.length;
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES)
      this.close(LIVE_CLOSE.stalled, 'The client does not read.');
  }

  /** Sends messages behind the home and all that waits for it. They are written when they are sent, so that they are current. */
  sendLast(write: () => readonly Buffer[]) {
    if (this.#home) this.#last.add(write);
    else for (const message of write()) this.send(message);
  }

  /**
   * Sends a whole home. A long one goes in parts, each when the client has got the ones before, so that a slow link has room for other
   * messages, and a screen that does not read costs no copy of it. A newer home replaces all waiting messages of the home.
   */
  sendHome(message: Buffer) {
    if (!this.#isOpen) return;
    if (this.#home) {
      this.#behind = this.#behind.filter(({ order }) => order !== 'of-home');
      this.#nextHome = message;
    } else if (message.length <= PART_BYTES) {
      this.send(message);
    } else {
      this.send(encode({ type: 'parts', bytes: message.length }));
      this.#home = message;
      this.#sendParts();
    }
  }

  #sendParts() {
    while (this.#home && this.#isOpen && this.#partsOnWay < MAX_PARTS_ON_WAY) {
      const part = this.#home.subarray(0, PART_BYTES);
      const rest = this.#home.subarray(PART_BYTES);
      this.#partsOnWay++;
      this.#sent += part.length;
      this.#socket.send(part, { binary: true });
      this.#ping(PART_PING);
      this.#home = rest.length > 0 ? rest : null;
      if (!this.#home) this.#sendBehind();
    }
  }

  /** After a home was sent: sends the newer home, or what waits. */
  #sendBehind() {
    const next = this.#nextHome;
    this.#nextHome = null;
    if (next) this.sendHome(next);
    const behind = this.#behind.splice(0);
    for (const { message, order } of behind) this.send(message, order);
    const last = [...this.#last];
    this.#last.clear();
    for (const write of last) this.sendLast(write);
  }

  /** Checks once a second whether sending makes progress. */
  checkFlow() {
    const now = this.#clock.monotonic();
    const unread = this.#socket.bufferedAmount;
    const read = this.#sent - unread;
    if (unread === 0 || read > this.#read) this.#readAt = now;
    this.#read = read;
    if (now - this.#readAt >= STALL_TIMEOUT_MS) this.close(LIVE_CLOSE.stalled, 'The client does not read.');
  }

  /** Sends a heartbeat and a ping. Cuts the connection if nothing was received since the last one. */
  beat(message: Buffer) {
    if (!this.#hasReceived) {
      this.#socket.terminate();
      return;
    }
    this.#hasReceived = false;
    this.send(message, 'at-once');
    this.#ping('');
  }

  /** Closes the connection. It is cut if the closing handshake takes too long. */
  close(code: number, reason: string) {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#socket.close(code, reason);
    this.#cutSoon();
  }

  get #isOpen(): boolean {
    return !this.#isLeaving && this.#socket.readyState === this.#socket.OPEN;
  }

  #ping(payload: string) {
    if (!this.#isOpen) return;
    this.#pongsDue++;
    this.#socket.ping(payload);
  }

  /** Sends an answer between the parts of a home. While too many are not written, no frame is read. */
  #answer(message: Buffer | undefined) {
    if (!message || !this.#isOpen) return;
    this.#sent += message.length;
    if (++this.#unanswered === MAX_UNANSWERED) this.#socket.pause();
    this.#socket.send(message, { binary: false }, () => {
      if (this.#unanswered-- === MAX_UNANSWERED) this.#socket.resume();
    });
  }

  /** Notes that the client has sent something. Returns false for one frame too many. */
  #receive(): boolean {
    this.#hasReceived = true;
    this.#lastReceived = this.#clock.monotonic();
    const isInTime = this.#frames.delay() === 0;
    this.#frames.add();
    if (isInTime) return true;
    if (!this.#isLeaving) this.#onFlooded();
    return false;
  }

  #cutSoon() {
    const cancel = this.#clock.after(CLOSE_TIMEOUT_MS, () => this.#socket.terminate());
    this.#socket.once('close', cancel);
  }
}
