import type { IncomingMessage, RequestListener, Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { every, type Clock } from '#shared/clock';
import { isAmong, clientAddress, plainAddress, groupOf } from '../base/net/addresses';
import { TrackedConnection } from './tracked-connection';

/** Limit on the connections of all listeners, and the number above which a new connection ends an idle one. */
const MAX_CONNECTIONS = 512;
const FULL_AT = 448;

/** Limit on connections without a valid cookie, per address group. Connections of trusted proxies count during a request. */
const MAX_ANONYMOUS = 64;

/** Time in ms to send a cookie, or another request, before a connection can be ended in favour of a new one. */
const GRACE_PERIOD_MS = 2_000;

/** Limits on one screen's connections, without its WebSockets: above the first, idle ones end; above the second, any. */
const MAX_OF_A_SCREEN = 8;
const MAX_BUSY_OF_A_SCREEN = 32;

/** Limit on the unsent bytes of all connections. */
const MAX_UNSENT = 64 * 1024 * 1024;

/** Timeouts of idle connections in ms: without a cookie (the servers' own timeout), and with one. */
const KEEP_ALIVE_TIMEOUT_MS = 5_000;
const SCREEN_KEEP_ALIVE_TIMEOUT_MS = 15_000;

const SWEEP_INTERVAL_MS = 1_000;

/** The requests of one connection. One is answered at a time, the others wait. */
interface Line {
  isAnswering: boolean;
  readonly waiting: (() => void)[];
}

/** What the connections depend on. */
interface ConnectionsDeps {
  readonly clock: Clock;
  readonly trustedProxies: readonly string[];
  /** Whether a client with this address may connect. */
  readonly isWelcome?: (address: string) => boolean;
}

/**
 * The connections of all listeners. At the limit, a new connection is accepted, and the oldest idle one of the group
 * with the most connections is ended. Answers that a client does not read are limited in size and time.
 */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #open = new Set<TrackedConnection>();
  readonly #bySocket = new WeakMap<Duplex, TrackedConnection>();
  readonly #lines = new WeakMap<Duplex, Line>();

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  /** The number of open connections. */
  get size(): number {
    return this.#open.size;
  }

  /** Tracks the connections of a server. */
  track(server: HttpServer | HttpsServer) {
    server.maxConnections = 2 * MAX_CONNECTIONS;
    server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (secure: TLSSocket) => this.#secure(secure));
  }

  /** Ends connections of slow readers, and idle ones of screens above their limit; returns a function that stops it. */
  start(): () => void {
    const { clock } = this.#deps;
    return every(clock, SWEEP_INTERVAL_MS, () => {
      const now = clock.monotonic();
      for (const connection of this.#open) if (connection.isStalled(now)) connection.stream.destroy();
      this.#limitUnsent();
      const screens = new Set([...this.#open].map(({ screen }) => screen));
      for (const screen of screens) if (screen !== null) this.#limitScreen(screen);
    });
  }

  /**
   * Returns a listener that starts a request only after the previous answer of its connection was handed to the
   * system. A client that sends many requests and reads no answers has only one in progress.
   */
  inTurn(serve: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const line = this.#lines.get(socket) ?? { isAnswering: false, waiting: [] };
      this.#lines.set(socket, line);
      let connection: TrackedConnection | undefined;
      const begin = () => {
        line.isAnswering = true;
        connection = this.#begin(request);
        serve(request, response);
      };
      response.on('close', () => {
        if (connection) this.#end(request, connection);
        line.isAnswering = false;
        // If the client has hung up, the waiting requests are not started.
        if (socket.destroyed || socket.writableEnded) return;
        const next = line.waiting.shift();
        if (line.waiting.length === 0) socket.resume();
        next?.();
      });
      if (!line.isAnswering) begin();
      else {
        line.waiting.push(begin);
        socket.pause();
      }
    };
  }

  /** Records a request or an upgrade, and the screen of its cookie, if it has a valid one. */
  seen(socket: Duplex, screen: string | null, { isWebSocket = false } = {}) {
    const connection = this.#bySocket.get(socket);
    if (!connection) return;
    const isKnown = connection.screen === screen;
    connection.screen = screen;
    connection.isWebSocket ||= isWebSocket;
    if (screen !== null && !isKnown && !isWebSocket) this.#limitScreen(screen, connection);
    if (screen === null && connection.isFromProxy) this.#limitAnonymous(connection);
  }

  #begin(request: IncomingMessage): TrackedConnection | undefined {
    const connection = this.#bySocket.get(request.socket);
    if (!connection) return undefined;
    connection.requests++;
    connection.lastActive = this.#deps.clock.monotonic();
    if (connection.isFromProxy) {
      connection.group = groupOf(clientAddress(request, this.#deps.trustedProxies));
      connection.readyAt = connection.lastActive;
      connection.screen = null;
    }
    return connection;
  }

  #end({ socket, complete }: IncomingMessage, connection: TrackedConnection) {
    connection.requests--;
    connection.lastActive = this.#deps.clock.monotonic();
    if (socket.destroyed) return;
    // The server has just set its own timeout, which is shorter.
    if (connection.screen !== null) socket.setTimeout(SCREEN_KEEP_ALIVE_TIMEOUT_MS);
    // If the answer was sent before the whole body arrived, the connection is still in use.
    if (!connection.isFromProxy) return;
    if (!complete) this.#limitAnonymous(connection);
    else if (connection.requests === 0) connection.group = null;
  }

  #add(socket: Socket) {
    const address = plainAddress(socket.remoteAddress ?? '');
    const isFromProxy = isAmong(address, this.#deps.trustedProxies);
    if (!isFromProxy && this.#deps.isWelcome?.(address) === false) {
      socket.destroy();
      return;
    }
    const group = isFromProxy ? null : groupOf(address);
    const connection = new TrackedConnection(socket, group, this.#deps.clock.monotonic());
    this.#open.add(connection);
    this.#bySocket.set(socket, connection);
    socket.once('close', () => this.#open.delete(connection));
    this.#limitAnonymous(connection);
  }

  /** Records the end of the TLS handshake: from now on the client can send a request. */
  #secure(secure: TLSSocket) {
    const { remoteAddress, remotePort } = secure;
    for (const connection of this.#open) {
      const { stream } = connection;
      if (stream.remotePort !== remotePort || stream.remoteAddress !== remoteAddress) continue;
      connection.stream = secure;
      connection.readyAt = this.#deps.clock.monotonic();
      this.#bySocket.set(secure, connection);
      secure.once('close', () => this.#open.delete(connection));
      return;
    }
  }

  /**
   * At a limit, ends the oldest idle connection of the largest group in favour of the new one. A connection of a
   * trusted proxy belongs to the forwarded address of its current request, and counts as new with each request.
   */
  #limitAnonymous(newcomer: TrackedConnection) {
    if (newcomer.group === null) return;
    const anonymous = this.#anonymous();
    const own = anonymous.get(newcomer.group) ?? [];
    const isFull = this.#open.size > FULL_AT;
    if (own.length <= MAX_ANONYMOUS && !isFull) return;
    const [largest = own] = [...anonymous.values()].sort((one, other) => other.length - one.length);
    const group = own.length > MAX_ANONYMOUS ? own : largest;
    const now = this.#deps.clock.monotonic();
    const old = group
      .filter(({ readyAt }) => now - readyAt >= GRACE_PERIOD_MS)
      .sort((one, other) => one.readyAt - other.readyAt);
    const victim = old.find(({ isIdle }) => isIdle) ?? old[0];
    if (victim) victim.stream.destroy();
    else if (this.#open.size > MAX_CONNECTIONS)
      (largest.includes(newcomer) ? newcomer : largest[0])?.stream.destroy();
  }

  /** The connections without a valid cookie, by group, oldest first. */
  #anonymous(): Map<string, TrackedConnection[]> {
    const groups = new Map<string, TrackedConnection[]>();
    for (const connection of this.#open) {
      if (connection.screen !== null || connection.group === null) continue;
      const group = groups.get(connection.group) ?? [];
      group.push(connection);
      groups.set(connection.group, group);
    }
    return groups;
  }

  /** Ends the least recently active connection of a screen above its limit, but not its newest one. */
  #limitScreen(screen: string, newest?: TrackedConnection) {
    const own = [...this.#open].filter(
      (each) => each.screen === screen && !each.isWebSocket && !each.stream.destroyed
    );
    if (own.length <= MAX_OF_A_SCREEN) return;
    const now = this.#deps.clock.monotonic();
    const others = own.filter((each) => each !== newest).sort((a, b) => a.lastActive - b.lastActive);
    const idle = others.find(({ isIdle, lastActive }) => isIdle && now - lastActive >= GRACE_PERIOD_MS);
    (idle ?? (own.length > MAX_BUSY_OF_A_SCREEN ? others[0] : undefined))?.stream.destroy();
  }

  /** Above the limit on unsent bytes, ends the connections with the most of them. */
  #limitUnsent() {
    const byUnsent = [...this.#open].sort((one, other) => other.unsent - one.unsent);
    let unsent = byUnsent.reduce((sum, connection) => sum + connection.unsent, 0);
    for (const connection of byUnsent) {
      if (unsent <= MAX_UNSENT) return;
      unsent -= connection.unsent;
      connection.stream.destroy();
    }
  }
}
