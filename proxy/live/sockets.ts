import { BEAT_MS, LIVE_CLOSE } from '#shared/wire';
import type { WebSocket } from 'ws';
import type { Screen } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import { every, type Clock } from '#shared/clock';
import type { Layouts } from '../layouts/layouts';
import type { CommandMessages } from './command-messages';
import type { HomeSlots } from './home-slots';
import { encode } from './home-text';
import { ViewSubscription } from './view-subscription';
import { LiveSocket } from './socket';
import type { ActivityNews } from './unseen-messages';
import type { WatcherRegistry } from './watcher-registry';

/** Interval of the checks of all sockets, in ms; each `BEAT_MS` they get a heartbeat. */
const TICK_MS = 1_000;
/** Connections of one screen: one more replaces the one that was silent longest. */
const MAX_PER_SCREEN = 8;
/** Timeout of the closing handshakes at shutdown, in ms. */
const CLOSE_TIMEOUT_MS = 1_000;

/** What the connections depend on. */
interface SocketsDeps {
  readonly watchers: WatcherRegistry;
  readonly screens: Screens;
  readonly layouts: Layouts;
  readonly activity: ActivityNews;
  readonly commands: CommandMessages;
  readonly slots: HomeSlots;
  readonly clock: Clock;
}

/** All live connections, with their subscriptions, and the timer that checks them. */
export class Sockets {
  readonly #watchers: WatcherRegistry;
  readonly #screens: Screens;
  readonly #layouts: Layouts;
  readonly #activity: ActivityNews;
  readonly #commands: CommandMessages;
  readonly #slots: HomeSlots;
  readonly #clock: Clock;
  readonly #open = new Map<LiveSocket, ViewSubscription>();
  #onEmpty: (() => void) | undefined;

  constructor({ watchers, screens, layouts, activity, commands, slots, clock }: SocketsDeps) {
    this.#watchers = watchers;
    this.#screens = screens;
    this.#layouts = layouts;
    this.#activity = activity;
    this.#commands = commands;
    this.#slots = slots;
    this.#clock = clock;
  }

  /** Number of open connections. */
  get size() {
    return this.#open.size;
  }

  /** Starts the checks. Returns a function that closes all connections and resolves when they are closed. */
  start(): () => Promise<void> {
    const unsubscribes = [
      this.#screens.onEnded(({ id }) =>
        this.#closeAll(LIVE_CLOSE.refused, 'This screen is signed out.', (screen) => screen.id === id)
      ),
      this.#screens.onChanged((screen) => {
        if (screen.locked)
          this.#closeAll(LIVE_CLOSE.locked, 'This screen is locked.', ({ id }) => id === screen.id);
        else
          for (const subscription of this.#open.values())
            if (subscription.screen.id === screen.id) subscription.change(screen);
      }),
      this.#activity.onChange(() => {
        for (const subscription of this.#open.values()) subscription.sendActivity();
      })
    ];
    let round = 0;
    const stopTicks = every(this.#clock, TICK_MS, () => {
      round++;
      this.#look(round % (BEAT_MS / TICK_MS) === 0);
    });
    return async () => {
      stopTicks();
      for (const unsubscribe of unsubscribes) unsubscribe();
      await this.#leave();
    };
  }

  /** Adds a connection of a screen, and sends what it may see since its revision. */
  add(webSocket: WebSocket, screen: Screen, revision: string | undefined) {
    const socket = this.#socketOf(webSocket, screen.id);
    const subscription = new ViewSubscription(socket, screen, {
      ...{ watchers: this.#watchers, layouts: this.#layouts, activity: this.#activity },
      commands: this.#commands
    });
    this.#makeRoomFor(screen.id);
    this.#open.set(socket, subscription);
    const disconnect = this.#screens.connect(screen.id);
    socket.start({
      onHeard: () => this.#screens.seen(screen.id),
      onClosed: () => {
        this.#open.delete(socket);
        disconnect();
        subscription.end();
        if (this.#open.size === 0) this.#onEmpty?.();
      }
    });
    subscription.begin(revision);
  }

  /** Closes a connection that has no grant for the controller. */
  refuse(webSocket: WebSocket, screen: Screen) {
    const socket = this.#socketOf(webSocket, screen.id);
    socket.start({ onHeard: () => undefined, onClosed: () => undefined });
    socket.close(LIVE_CLOSE.refused, 'This screen is not signed in to that.');
  }

  #socketOf(webSocket: WebSocket, screen: string): LiveSocket {
    return new LiveSocket(webSocket, { clock: this.#clock, slots: this.#slots, screen });
  }

  #makeRoomFor(id: string) {
    const own = [...this.#open].filter(([, { screen }]) => screen.id === id).map(([socket]) => socket);
    if (own.length < MAX_PER_SCREEN) return;
    const [mostSilent] = own.sort((one, other) => one.lastHeard - other.lastHeard);
    mostSilent?.close(LIVE_CLOSE.stalled, 'Newer connections of this screen take its place.');
  }

  #look(isBeat: boolean) {
    for (const socket of this.#open.keys()) socket.checkFlow();
    if (!isBeat || this.#open.size === 0) return;
    const beat = encode({ type: 'beat', at: this.#clock.now() });
    for (const socket of this.#open.keys()) socket.beat(beat);
  }

  async #leave() {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      this.#clock.after(CLOSE_TIMEOUT_MS, resolve);
      this.#closeAll(LIVE_CLOSE.goingAway, 'The proxy stops.', () => true);
    });
  }

  #closeAll(code: number, reason: string, isMeant: (screen: Screen) => boolean) {
    for (const [socket, { screen }] of this.#open) if (isMeant(screen)) socket.close(code, reason);
  }
}
