import type { DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { encodeChanges } from './journal';
import type { LiveNews } from './command-messages';
import { encode, type HomeText, type HomeSource } from './watched-home';
import type { LiveSocket, SendOrder } from './socket';

/** Minimum and maximum interval of batches of changes, in ms. The first change after a pause is sent at once. */
const MIN_BATCH_DELAY_MS = 5;
const MAX_BATCH_DELAY_MS = 50;
/** Sending may take this fraction of the time (1/n): the longer it takes, the longer the interval of batches. */
const SHARE_OF_TIME = 5;

/** A screen in the fan-out. */
interface Receiver {
  readonly socket: LiveSocket;
  /** Called when the screen has the status of the controller, and the home if there is one. */
  readonly begun: () => void;
  /** Sends the current state of commands, as far as the screen may see them. */
  readonly sendCommands: (entries: ReadonlySet<string>, texts: Map<string, readonly LiveNews[]>) => void;
}

/** What the fan-out of a view depends on. */
interface FanOutDeps {
  readonly home: HomeSource;
  readonly text: HomeText;
  readonly clock: Clock;
}

/** Sends one home to all screens of a view. Every message is encoded once for all of them. */
export class FanOut {
  readonly #deps: FanOutDeps;
  readonly #receivers = new Set<Receiver>();
  #pending: DeviceChange[] = [];
  #pendingCommands = new Set<string>();
  #cancelBatch: (() => void) | undefined;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
  }

  /** Starts to send. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = this.#deps.home.subscribe((event) => {
      if (event.type === 'home') this.#sendHome();
      else if (event.type === 'changes') this.#queue(event.changes);
      else if (event.type !== 'report' && this.#receivers.size > 0) this.#sendStatus(event.status);
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
  add(receiver: Receiver, revision: string | undefined) {
    this.flush();
    this.#receivers.add(receiver);
    const { socket } = receiver;
    const { journal, status } = this.#deps.home;
    const changes = revision === undefined ? null : journal.since(revision);
    const whole = changes ? undefined : this.#deps.text.message();
    if (changes) socket.send(encodeChanges(journal.revision, changes), 'of-home');
    else if (whole) socket.sendHome(whole);
    if (!status) return;
    socket.send(encode({ type: 'controller', ...status }));
    receiver.begun();
  }

  /** Removes a screen. */
  remove(receiver: Receiver) {
    this.#receivers.delete(receiver);
  }

  /** Sends an encoded message to all screens of the view. */
  send(message: Buffer, order?: SendOrder) {
    for (const { socket } of this.#receivers) socket.send(message, order);
  }

  /** Queues commands whose entries have changed. They are sent behind all changes of the home until now. */
  queueCommands(entries: Iterable<string>) {
    for (const entry of entries) this.#pendingCommands.add(entry);
    if (!this.#cancelBatch) this.flush();
  }

  /** Queues changes. The first after a pause are sent at once, the next ones with the next batch. */
  #queue(changes: readonly DeviceChange[]) {
    for (const change of changes) this.#pending.push(change);
    if (!this.#cancelBatch) this.flush();
  }

  /** Sends what is queued. */
  flush() {
    this.#cancelBatch?.();
    this.#cancelBatch = undefined;
    if (this.#pending.length === 0 && this.#pendingCommands.size === 0) return;
    const changes = this.#pending;
    const commands = this.#pendingCommands;
    this.#pending = [];
    this.#pendingCommands = new Set();
    const begun = this.#deps.clock.monotonic();
    if (changes.length > 0 && this.#receivers.size > 0)
      this.send(encodeChanges(this.#deps.home.journal.revision, changes), 'of-home');
    const texts = new Map<string, readonly LiveNews[]>();
    if (commands.size > 0) for (const { sendCommands } of this.#receivers) sendCommands(commands, texts);
    const rest = (this.#deps.clock.monotonic() - begun) * SHARE_OF_TIME;
    const batch = Math.min(MAX_BATCH_DELAY_MS, Math.max(MIN_BATCH_DELAY_MS, rest));
    this.#cancelBatch = this.#deps.clock.after(batch, () => this.flush());
  }

  #sendHome() {
    this.#pending = [];
    const message = this.#receivers.size > 0 ? this.#deps.text.message() : undefined;
    if (message) for (const { socket } of this.#receivers) socket.sendHome(message);
  }

  #sendStatus(status: NonNullable<HomeSource['status']>) {
    this.send(encode({ type: 'controller', ...status }), 'of-home');
    for (const { begun } of this.#receivers) begun();
  }
}
