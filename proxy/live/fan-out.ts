import type { DeviceChange } from '#shared/changes';
import type { LiveMessage } from '#shared/wire';
import type { Clock } from '../clock';
import { encode, type HomeText } from './home-text';
import type { LiveSocket } from './socket';
import type { WatchedHome } from './watched-home';

/** Under load, changes leave together, at most this many ms apart. At rest the first leaves at once. */
const BATCH_MS = 50;

/** Tells one home to all the screens that look at it. Every message is written once, however many they are. */
export class FanOut {
  readonly #home: WatchedHome;
  readonly #text: HomeText;
  readonly #clock: Clock;
  readonly #sockets = new Set<LiveSocket>();
  #pending: DeviceChange[] = [];
  #cancelBatch: (() => void) | undefined;

  constructor({ home, text, clock }: { home: WatchedHome; text: HomeText; clock: Clock }) {
    this.#home = home;
    this.#text = text;
    this.#clock = clock;
  }

  /** Begins to tell; what it returns stops that. */
  start(): () => void {
    const unsubscribe = this.#home.subscribe({
      onHome: () => this.#sendHome(),
      onChanges: (changes) => this.#queue(changes),
      onStanding: (standing) => this.tell({ type: 'controller', ...standing })
    });
    return () => {
      unsubscribe();
      this.#cancelBatch?.();
      this.#cancelBatch = undefined;
    };
  }

  /**
   * A screen joins, and is brought from the revision that it holds to this one: by the changes since then, or by the whole home.
   * While there is none yet, it hears how the controller stands, and gets the home as soon as that is read.
   */
  add(socket: LiveSocket, revision: string | undefined) {
    this.#flush();
    this.#sockets.add(socket);
    const { journal, standing } = this.#home;
    const changes = revision === undefined ? null : journal.since(revision);
    const whole = changes ? undefined : this.#text.message();
    if (changes) socket.send(encode({ type: 'changes', revision: journal.revision, changes }));
    else if (whole) socket.sendHome(whole);
    if (standing) socket.send(encode({ type: 'controller', ...standing }));
  }

  /** A screen leaves. */
  remove(socket: LiveSocket) {
    this.#sockets.delete(socket);
  }

  /** Tells them all something. */
  tell(message: LiveMessage) {
    if (this.#sockets.size === 0) return;
    const encoded = encode(message);
    for (const socket of this.#sockets) socket.send(encoded);
  }

  /** Sends what waits; at the first for a while at once, then as it gathers. */
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
    this.tell({ type: 'changes', revision: this.#home.journal.revision, changes });
    this.#cancelBatch = this.#clock.after(BATCH_MS, () => this.#flush());
  }

  #sendHome() {
    this.#pending = [];
    const message = this.#sockets.size > 0 ? this.#text.message() : undefined;
    if (message) for (const socket of this.#sockets) socket.sendHome(message);
  }
}
