import type { DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import type { Snapshot } from '#shared/wire-live';
import { encodeChanges } from './journal';
import type { LiveSocket, SendOrder } from './socket';
import { encode, type HomeSource } from './watched-home';

/** Minimum and maximum interval of batches of changes, in ms. The first change after a pause is sent at once. */
const MIN_BATCH_DELAY_MS = 5;
const MAX_BATCH_DELAY_MS = 50;
/** Sending may take this fraction of the time (1/n): the longer it takes, the longer the interval of batches. */
const SHARE_OF_TIME = 5;

/** The beginnings of the live message `home`, and of the same home as a body. */
const TYPE = '{"type":"home",';
const OPENING = Buffer.from('{');

/** A message about commands, and when it goes while a home is on its way. */
export interface LiveNews {
  readonly message: Buffer;
  readonly order: SendOrder;
}

/** The messages about some commands, by what screens that get the same ones have in common. */
export type EncodedNews = Map<string, readonly LiveNews[]>;

/** A screen that sees a view. */
export interface Receiver {
  readonly socket: LiveSocket;
  /** The screen has the status of the controller, and the home if there is one. */
  begun(): void;
  /** Sends the current state of commands, as far as the screen may see them. */
  sendCommands(entries: ReadonlySet<string>, encoded: EncodedNews): void;
}

/** A home as all screens of the same rooms see it. It is sent to all of them, and every message is encoded once. */
export class View {
  readonly home: HomeSource;
  readonly #clock: Clock;
  readonly #receivers = new Set<Receiver>();
  #written: { readonly of: string; readonly message: Buffer } | undefined;
  #body: { readonly of: Buffer; readonly body: Buffer } | undefined;
  #pending: DeviceChange[] = [];
  #pendingCommands = new Set<string>();
  #cancelBatch: (() => void) | undefined;

  constructor(home: HomeSource, clock: Clock) {
    this.home = home;
    this.#clock = clock;
  }

  /** The body of `GET …/home`: the live message `home` without its type; undefined before the first reading. */
  body(): Buffer | undefined {
    const message = this.#message();
    if (message && this.#body?.of !== message)
      this.#body = { of: message, body: Buffer.concat([OPENING, message.subarray(TYPE.length)]) };
    return message && this.#body?.body;
  }

  /** Starts to send. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = this.home.subscribe((event) => {
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
    const { journal, status } = this.home;
    const changes = revision === undefined ? null : journal.since(revision);
    const whole = changes ? undefined : this.#message();
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
    const begun = this.#clock.monotonic();
    if (changes.length > 0 && this.#receivers.size > 0)
      this.#send(encodeChanges(this.home.journal.revision, changes));
    const encoded: EncodedNews = new Map();
    if (commands.size > 0) for (const receiver of this.#receivers) receiver.sendCommands(commands, encoded);
    const rest = (this.#clock.monotonic() - begun) * SHARE_OF_TIME;
    const batch = Math.min(MAX_BATCH_DELAY_MS, Math.max(MIN_BATCH_DELAY_MS, rest));
    this.#cancelBatch = this.#clock.after(batch, () => this.flush());
  }

  #sendHome() {
    this.#pending = [];
    const message = this.#receivers.size > 0 ? this.#message() : undefined;
    if (message) for (const { socket } of this.#receivers) socket.sendHome(message);
  }

  #sendStatus(status: NonNullable<HomeSource['status']>) {
    this.#send(encode({ type: 'controller', ...status }));
    for (const receiver of this.#receivers) receiver.begun();
  }

  #send(message: Buffer) {
    for (const { socket } of this.#receivers) socket.send(message, 'of-home');
  }

  /** The live message `home`; undefined before the first reading. */
  #message(): Buffer | undefined {
    const { journal, status } = this.home;
    if (!journal.isRead || !status) return undefined;
    const of = `${journal.revision} ${JSON.stringify(status)}`;
    if (this.#written?.of !== of) {
      const snapshot: Snapshot = { revision: journal.revision, controller: status, home: journal.home };
      this.#written = { of, message: encode({ type: 'home', ...snapshot }) };
    }
    return this.#written.message;
  }
}
