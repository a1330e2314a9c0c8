import type { WebSocket } from 'ws';
import { every, wait } from '#shared/clock';
import { BEAT_MS, LIVE_CLOSE, PROTOCOL } from '#shared/live-protocol';
import { SlidingWindow } from '../../base/platform/sliding-window';
import type { Screen } from '../../household/screens/screen';
import { LiveSocket } from './socket';
import { ViewSubscription, type ConnectionRequest, type LiveHousehold } from './view-subscription';
import { encode } from './watched-home';

/** Interval of the checks of all sockets, in ms. */
const CHECK_INTERVAL_MS = 1_000;
/** Connections of one screen: one more replaces the one that was silent longest. */
const MAX_PER_SCREEN = 8;
/** Maximum number of bytes of frames that a screen sends within `BYTES_WINDOW_MS`: more than any page does. */
const MAX_BYTES = 1024 * 1024;
const BYTES_WINDOW_MS = 10_000;
/** How long a screen whose connection was cut for too many frames gets no other one, in ms. */
const FLOOD_PAUSE_MS = 10_000;
/** Maximum number of pages whose newest connection is remembered. */
const MAX_PAGES = 1_000;
/** Timeout of the closing handshakes at shutdown, in ms. */
const CLOSE_TIMEOUT_MS = 1_000;

/** All live connections, with their subscriptions, and the timer that checks them. */
export class Sockets {
  readonly #house: LiveHousehold;
  readonly #open = new Set<ViewSubscription>();
  readonly #bytes: SlidingWindow;
  readonly #floods: SlidingWindow;
  /** The number of the newest connection of each page, by screen and page. */
  readonly #newest = new Map<string, number>();
  #onEmpty: (() => void) | undefined;

  constructor(house: LiveHousehold) {
    this.#house = house;
    this.#bytes = new SlidingWindow(house.clock, { max: MAX_BYTES, windowMs: BYTES_WINDOW_MS });
    this.#floods = new SlidingWindow(house.clock, { max: 1, windowMs: FLOOD_PAUSE_MS });
  }

  /** Number of open connections. */
  get size() {
    return this.#open.size;
  }

  /** Starts the checks and heartbeats. Returns a function that closes all connections and resolves when they are closed. */
  start(): () => Promise<void> {
    const { screens } = this.#house;
    const unsubscribes = [
      screens.onEnded(({ id }) => this.#closeAll(LIVE_CLOSE.refused, 'This screen is signed out.', id)),
      screens.onChanged((screen) => {
        if (screen.locked) this.#closeAll(LIVE_CLOSE.locked, 'This screen is locked.', screen.id);
        else for (const each of this.#open) if (each.screen.id === screen.id) each.change(screen);
      }),
      this.#house.unseen.onChange(() => {
        for (const subscription of this.#open) subscription.sendActivity();
      }),
      ...this.#house.lists.map((list) =>
        list.onChange(({ controller }) => {
          for (const subscription of this.#open)
            if (subscription.screen.controller === controller) subscription.sendList(list);
        })
      ),
      every(this.#house.clock, CHECK_INTERVAL_MS, () => {
        for (const { socket } of this.#open) socket.checkFlow();
      }),
      every(this.#house.clock, BEAT_MS, () => {
        const beat = this.#beat();
        for (const { socket } of this.#open) socket.beat(beat);
      })
    ];
    return async () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      const closed = new AbortController();
      this.#onEmpty = () => closed.abort();
      this.#closeAll(LIVE_CLOSE.goingAway, 'The proxy stops.');
      if (this.#open.size > 0) await wait(this.#house.clock, CLOSE_TIMEOUT_MS, closed.signal);
    };
  }

  /** Adds a connection of a screen, and sends what it may see since its revision. Only a page's newest one stays open. */
  add(webSocket: WebSocket, screen: Screen, request: ConnectionRequest) {
    if (!this.#isNewest(screen.id, request)) {
      this.refuse(webSocket, LIVE_CLOSE.stalled, 'The page has a newer connection.');
      return;
    }
    if (this.#floods.delay(screen.id) > 0) {
      this.refuse(webSocket, LIVE_CLOSE.flooded, 'Too many frames.');
      return;
    }
    const socket = new LiveSocket(webSocket, this.#house.clock);
    const subscription = new ViewSubscription(socket, screen, request, this.#house);
    this.#closeReplaced(screen.id, request.page);
    this.#open.add(subscription);
    const disconnect = this.#house.screens.connect(screen.id);
    const closeFlooded = () => {
      this.#floods.add(screen.id);
      socket.close(LIVE_CLOSE.flooded, 'Too many frames.');
    };
    socket.start({
      onPong: () => this.#house.screens.seen(screen.id),
      onFrame: (frame) => {
        this.#bytes.add(screen.id, frame.length);
        if (this.#bytes.delay(screen.id) === 0) return subscription.receive(frame);
        closeFlooded();
        return undefined;
      },
      onFlooded: closeFlooded,
      onClosed: () => {
        this.#open.delete(subscription);
        disconnect();
        subscription.end();
        if (this.#open.size === 0) this.#onEmpty?.();
      }
    });
    socket.send(this.#beat());
    subscription.begin();
  }

  /** Closes a connection at once. */
  refuse(webSocket: WebSocket, code: number, reason: string) {
    new LiveSocket(webSocket, this.#house.clock).close(code, reason);
  }

  /** Whether a connection is the newest one of its page; it is from now on. */
  #isNewest(screen: string, { page, connection }: ConnectionRequest): boolean {
    if (page === '') return true;
    const key = `${screen} ${page}`;
    const newest = this.#newest.get(key) ?? -1;
    if (connection <= newest) return false;
    this.#newest.delete(key);
    this.#newest.set(key, connection);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > MAX_PAGES && oldest !== undefined) this.#newest.delete(oldest);
    return true;
  }

  /** Closes the earlier connection of the page, and the most silent one of a screen with too many. */
  #closeReplaced(id: string, page: string) {
    const own = [...this.#open].filter(({ screen }) => screen.id === id);
    const earlier = own.filter(({ request }) => page !== '' && request.page === page);
    for (const { socket } of earlier) socket.close(LIVE_CLOSE.stalled, 'The page has a newer connection.');
    if (own.length < MAX_PER_SCREEN || earlier.length > 0) return;
    const [mostSilent] = own.sort((one, other) => one.socket.lastReceived - other.socket.lastReceived);
    mostSilent?.socket.close(LIVE_CLOSE.stalled, 'Newer connections of this screen take its place.');
  }

  #beat(): Buffer {
    return encode({ type: 'beat', at: Math.floor(this.#house.clock.monotonic()), protocol: PROTOCOL });
  }

  /** Closes all connections, or those of a screen. */
  #closeAll(code: number, reason: string, id?: string) {
    for (const { socket, screen } of this.#open)
      if (id === undefined || screen.id === id) socket.close(code, reason);
  }
}
