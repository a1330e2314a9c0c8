import type { DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { encodeChanges } from './change-text';
import { encode, type HomeText } from './home-text';
import type { LiveSocket } from './socket';
import type { HomeSource } from './watched-home';

/** Option of messages that a newer whole home makes unnecessary. */
const OF_HOME = { isOfHome: true };

/** Minimum and maximum interval of batches of changes, in ms. The first change after a pause is sent at once. */
const MIN_BATCH_DELAY_MS = 5;
const MAX_BATCH_DELAY_MS = 50;
/** Sending may take this fraction of the time (1/n): the longer it takes, the longer the interval of batches. */
const SHARE_OF_TIME = 5;

/** Sends one home to all screens of a view. Every message is encoded once for all of them. */
export class FanOut {
  readonly #home: HomeSource;
  readonly #text: HomeText;
  readonly #clock: Clock;
  readonly #sockets = new Set<LiveSocket>();
  #pending: DeviceChange[] = [];
  #cancelBatch: (() => void) | undefined;

  constructor({ home, text, clock }: { home: HomeSource; text: HomeText; clock: Clock }) {
    this.#home = home;
    this.#text = text;
    this.#clock = clock;
  }

  /** Starts to send. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = this.#home.subscribe((event) => {
      if (event.type === 'home') this.#sendHome();
      else if (event.type === 'changes') this.#queue(event.changes);
      else if (this.#sockets.size > 0) this.send(encode({ type: 'controller', ...event.status }), OF_HOME);
    });
    return () => {
      unsubscribe();
      this.#cancelBatch?.();
      this.#cancelBatch = undefined;
    };
  }

  /**
   * Adds a screen, and sends it the changes since its revision, or the whole home. Before the first reading it gets the controller's
   * status, and the home later.
   */
  add(socket: LiveSocket, revision: string | undefined) {
    this.#flush();
    this.#sockets.add(socket);
    const { journal, status } = this.#home;
    const changes = revision === undefined ? null : journal.since(revision);
    const whole = changes ? undefined : this.#text.message();
    if (changes) socket.send(encodeChanges(journal.revision, changes), OF_HOME);
    else if (whole) socket.sendHome(whole);
    if (status) socket.send(encode({ type: 'controller', ...status }), OF_HOME);
  }

  /** Removes a screen. */
  remove(socket: LiveSocket) {
    this.#sockets.delete(socket);
  }

  /** Sends an encoded message to all screens of the view. */
  send(message: Buffer, options: { readonly isOfHome?: boolean } = {}) {
    for (const socket of this.#sockets) socket.send(message, options);
  }

  /** Queues changes. The first after a pause are sent at once, the next ones with the next batch. */
  #queue(changes: readonly DeviceChange[]) {
    for (const change of changes) this.#pending.push(change);
    if (!this.#cancelBatch) this.#flush();
  }

  #flush() {
    this.#cancelBatch?.();
    this.#cancelBatch = undefined;
    if (this.#pending.length === 0) return;
    const changes = this.#pending;
    this.#pending = [];
    const begun = this.#clock.monotonic();
    if (this.#sockets.size > 0) this.send(encodeChanges(this.#home.journal.revision, changes), OF_HOME);
    const rest = (this.#clock.monotonic() - begun) * SHARE_OF_TIME;
    const batch = Math.min(MAX_BATCH_DELAY_MS, Math.max(MIN_BATCH_DELAY_MS, rest));
    this.#cancelBatch = this.#clock.after(batch, () => this.#flush());
  }

  #sendHome() {
    this.#pending = [];
    const message = this.#sockets.size > 0 ? this.#text.message() : undefined;
    if (message) for (const socket of this.#sockets) socket.sendHome(message);
  }
}
