import type { WebSocket } from 'ws';
import { LIVE_CLOSE } from '#shared/wire';
import type { Clock } from '#shared/clock';
import { SLICE_BYTES, slicesOf } from '../http/in-slices';
import type { HomeSlots } from './home-slots';

/** Maximum number of unread bytes, besides a whole home. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Maximum time without any progress of sending, in ms; it is longer for a whole home on a slow link. */
const STALL_TIMEOUT_MS = 5_000;
const HOME_STALL_TIMEOUT_MS = 20_000;
/** Maximum number of received frames of any kind in one second. */
const MAX_FRAMES_PER_SECOND = 20;
/** Timeout of the closing handshake, in ms. */
const CLOSE_TIMEOUT_MS = 500;
/** Close code of unsupported data (RFC 6455 §7.4.1). */
const UNSUPPORTED_DATA = 1003;

/** What a live connection depends on. */
interface LiveSocketDeps {
  readonly clock: Clock;
  /** Slots in which whole homes are sent. */
  readonly slots: HomeSlots;
  /** The screen's id, for fair turns. */
  readonly screen: string;
}

/** The live connection of a screen. It closes if the screen is gone, stalled or sends too much. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  #isLeaving = false;
  #isHeard = true;
  #lastHeard: number;
  #frames = 0;
  #framesOfSecond = 0;
  #sent = 0;
  #read = 0;
  #readAt: number;
  /** The size of the whole home that is being sent. */
  #homeOnWay = 0;
  /** Messages that wait until a home was sent in parts. */
  #behind: { readonly message: Buffer; readonly isOfHome: boolean }[] | null = null;
  /** A newer home, to be sent after the one that is being sent. */
  #nextHome: Buffer | null = null;
  #writeRest: (() => readonly Buffer[]) | undefined;
  /** Whether the rest is due once a home was sent in parts. */
  #isRestDue = false;
  readonly #slots: HomeSlots;
  readonly #screen: string;
  #leaveSlot = () => {};

  constructor(socket: WebSocket, { clock, slots, screen }: LiveSocketDeps) {
    this.#socket = socket;
    this.#clock = clock;
    this.#slots = slots;
    this.#screen = screen;
    this.#readAt = clock.monotonic();
    this.#lastHeard = clock.monotonic();
  }

  /** When the screen last sent something, on the monotonic clock (ms). */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** Starts to listen. `onHeard` is called for each pong, `onClosed` once when the connection is closed. */
  start({ onHeard, onClosed }: { onHeard: () => void; onClosed: () => void }) {
    const socket = this.#socket;
    const hear = () => {
      this.#isHeard = true;
      this.#lastHeard = this.#clock.monotonic();
      if (this.#isFlood()) this.close(LIVE_CLOSE.refused, 'That is too much.');
    };
    socket.on('message', (_data, isBinary) => {
      if (isBinary) this.close(UNSUPPORTED_DATA, 'Only text is spoken here.');
      else hear();
    });
    socket.on('ping', hear);
    socket.on('pong', () => {
      hear();
      onHeard();
    });
    // After a protocol error `ws` has sent the close code already. Only the connection is left to close.
    socket.on('error', () => this.#cutSoon());
    socket.on('close', () => {
      this.#leaveSlot();
      onClosed();
    });
  }

  /**
   * Sends an encoded message.
   * @param isOfHome whether a newer home contains it, so that it need not be sent before that home
   */
  send(message: Buffer, { isOfHome = false } = {}) {
    if (this.#isLeaving || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#behind) {
      this.#behind.push({ message, isOfHome });
      const waiting = this.#behind.reduce((sum, each) => sum + each.message.length, 0);
      if (waiting > MAX_UNREAD_BYTES) this.close(LIVE_CLOSE.stalled, 'Nobody reads.');
      return;
    }
    this.#socket.send(message, { binary: false });
    this.#sent += message.length;
    const unread = this.#socket.bufferedAmount;
    if (unread === 0) this.#homeOnWay = 0;
    else if (unread > MAX_UNREAD_BYTES + this.#homeOnWay) this.close(LIVE_CLOSE.stalled, 'Nobody reads.');
  }

  /** Sets the messages that follow the home and the status of its controller. They are encoded when they are sent. */
  setRest(write: () => readonly Buffer[]) {
    this.#writeRest = write;
  }

  /** Sends these messages, behind a home that is being sent in parts. Only the first call has an effect. */
  sendRest() {
    this.#isRestDue = true;
    if (this.#behind) return;
    const write = this.#writeRest;
    this.#writeRest = undefined;
    for (const message of write?.() ?? []) this.send(message);
  }

  /**
   * Sends a whole home, which may be larger than `MAX_UNREAD_BYTES`. It waits for a slot, and is sent in parts, each when the one before
   * was written, so that a screen that does not read costs no copy of it. A newer home replaces all waiting messages of the home.
   */
  sendHome(message: Buffer) {
    if (this.#behind) {
      this.#behind = this.#behind.filter(({ isOfHome }) => !isOfHome);
      this.#nextHome = message;
    } else if (message.length <= SLICE_BYTES) {
      this.#homeOnWay = message.length;
      this.send(message);
    } else {
      this.#behind = [];
      this.#leaveSlot = this.#slots.enter(this.#screen, () => {
        const newest = this.#nextHome ?? message;
        this.#nextHome = null;
        this.#homeOnWay = newest.length;
        this.#sendParts(slicesOf(newest), newest.length);
      });
    }
  }

  #sendParts(parts: Generator<Buffer, undefined>, left: number) {
    const { value: part } = parts.next();
    if (!part || this.#isLeaving || this.#socket.readyState !== this.#socket.OPEN) return;
    const isLast = part.length === left;
    this.#sent += part.length;
    this.#socket.send(part, { binary: false, fin: isLast }, (error) => {
      if (error) return;
      if (isLast) this.#sendBehind();
      else this.#sendParts(parts, left - part.length);
    });
  }

  /** After a home was sent: sends the waiting messages, or the newer home. */
  #sendBehind() {
    const behind = this.#behind ?? [];
    const next = this.#nextHome;
    this.#behind = null;
    this.#nextHome = null;
    this.#homeOnWay = 0;
    this.#leaveSlot();
    if (next) this.sendHome(next);
    for (const { message, isOfHome } of behind) this.send(message, { isOfHome });
    if (this.#isRestDue) this.sendRest();
  }

  /** Checks once a second whether sending makes progress. */
  checkFlow() {
    const now = this.#clock.monotonic();
    const unread = this.#socket.bufferedAmount;
    const read = this.#sent - unread;
    if (unread === 0 && !this.#behind) this.#homeOnWay = 0;
    if (unread === 0 || read > this.#read) this.#readAt = now;
    this.#read = read;
    if (now - this.#readAt >= (this.#homeOnWay > 0 ? HOME_STALL_TIMEOUT_MS : STALL_TIMEOUT_MS))
      this.close(LIVE_CLOSE.stalled, 'Nobody reads.');
  }

  /** Sends a heartbeat and a ping. Cuts the connection if nothing was received since the last one. */
  beat(message: Buffer) {
    if (!this.#isHeard) {
      this.#socket.terminate();
      return;
    }
    this.#isHeard = false;
    this.send(message);
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  /** Closes the connection. It is cut if the closing handshake takes too long. */
  close(code: number, reason: string) {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#leaveSlot();
    this.#socket.close(code, reason);
    this.#cutSoon();
  }

  #cutSoon() {
    const cancel = this.#clock.after(CLOSE_TIMEOUT_MS, () => this.#socket.terminate());
    this.#socket.once('close', cancel);
  }

  #isFlood(): boolean {
    const second = Math.floor(this.#clock.monotonic() / 1000);
    this.#frames = second === this.#framesOfSecond ? this.#frames + 1 : 1;
    this.#framesOfSecond = second;
    return this.#frames > MAX_FRAMES_PER_SECOND;
  }
}
