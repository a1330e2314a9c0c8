import type { WebSocket } from 'ws';
import { LIVE_CLOSE } from '#shared/wire';
import type { Clock } from '#shared/clock';
import { SLICE_BYTES, slicesOf } from '../http/in-slices';
import type { HomeSlots } from './home-slots';

/** What a screen may leave unread beside a whole home, in bytes. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** So long may what was sent lie without any of it going, in ms; and longer where it is a whole home on a slow link. */
const STALL_TIMEOUT_MS = 5_000;
const HOME_STALL_TIMEOUT_MS = 20_000;
/** A screen has next to nothing to say: this many frames of any kind in one second are a flood. */
const MAX_FRAMES_PER_SECOND = 20;
/** Who does not take leave within this time is cut off, in ms. */
const CLOSE_TIMEOUT_MS = 500;
/** RFC 6455 §7.4.1: data of a kind that is not taken here. */
const UNSUPPORTED_DATA = 1003;

/** What a live connection stands on. */
interface LiveSocketParts {
  readonly clock: Clock;
  /** Where a whole home waits for its turn to go out. */
  readonly slots: HomeSlots;
  /** The screen's id, by which turns are counted. */
  readonly screen: string;
}

/** A screen's live connection: sends what it is given, and cuts a screen that is gone, stalled or ill-behaved. */
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
  /** The size of the whole home that is on its way. */
  #homeOnWay = 0;
  /** What was sent while a home is on its way in parts, and comes behind it. */
  #behind: { readonly message: Buffer; readonly isOfHome: boolean }[] | null = null;
  /** A newer home that takes the place of the one on its way, once that has gone. */
  #nextHome: Buffer | null = null;
  #writeSecond: (() => readonly Buffer[]) | undefined;
  readonly #slots: HomeSlots;
  readonly #screen: string;
  #leaveSlot = () => {};

  constructor(socket: WebSocket, { clock, slots, screen }: LiveSocketParts) {
    this.#socket = socket;
    this.#clock = clock;
    this.#slots = slots;
    this.#screen = screen;
    this.#readAt = clock.monotonic();
    this.#lastHeard = clock.monotonic();
  }

  /** When the screen last said anything, on the monotonic clock (ms). */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** Listens to the screen from now on. `onHeard`: it is there; `onClosed`: it is gone for good. */
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
    // What breaks the protocol has been told so by `ws`, with the code that fits; it only has to go.
    socket.on('error', () => this.#cutSoon());
    socket.on('close', () => {
      this.#leaveSlot();
      onClosed();
    });
  }

  /**
   * Sends a message that was written before.
   * @param isOfHome whether a newer home holds what it says, so that it need not be sent beside that
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
    this.#followFirst();
  }

  /** What follows the first message, whenever that comes: it is written only then. */
  sendSecond(write: () => readonly Buffer[]) {
    this.#writeSecond = write;
  }

  /**
   * Sends a whole home, which may be larger than what is otherwise let lie. It waits for its turn, and goes in parts, each once the one
   * before has been taken, so that a screen that reads nothing costs no copy of it. A newer home comes in the place of all of the home that
   * lies behind the one on its way.
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

  /** A home has gone: now what follows it, or the newer one. */
  #sendBehind() {
    const behind = this.#behind ?? [];
    const next = this.#nextHome;
    this.#behind = null;
    this.#nextHome = null;
    this.#homeOnWay = 0;
    this.#leaveSlot();
    if (next) this.sendHome(next);
    else this.#followFirst();
    for (const { message, isOfHome } of behind) this.send(message, { isOfHome });
  }

  /** Once a second: has any of what lies there gone? */
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

  /** With each beat: cuts a screen that has answered nothing since the last one, and asks it anew. */
  beat(message: Buffer) {
    if (!this.#isHeard) {
      this.#socket.terminate();
      return;
    }
    this.#isHeard = false;
    this.send(message);
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  /** Takes leave, and does not wait long for the answer. */
  close(code: number, reason: string) {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#leaveSlot();
    this.#socket.close(code, reason);
    this.#cutSoon();
  }

  #followFirst() {
    const write = this.#writeSecond;
    this.#writeSecond = undefined;
    for (const message of write?.() ?? []) this.send(message);
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
