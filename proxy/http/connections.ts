import type { IncomingMessage, RequestListener, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { isAmong } from '../net/address-ranges';
import { clientAddress, plainAddress } from '../net/client-address';
import { every, type Clock } from '#shared/clock';
import { groupOf } from './address-group';
import { TrackedConnection } from './tracked-connection';

/** Connections at all listeners together, and from where on a newcomer costs somebody else's idle one. */
const MAX_CONNECTIONS = 512;
const FULL_AT = 448;

/** Connections of one group that have shown no valid cookie; of those of declared proxies, the ones that carry a request. */
const MAX_ANONYMOUS = 64;

/** So long may a connection take to show a cookie, or to ask again, before it can be ended for another, in ms. */
const GRACE_PERIOD_MS = 2_000;

/** Connections of one screen beside its WebSockets: idle ones beyond the first number go, and beyond the second any. */
const MAX_OF_A_SCREEN = 8;
const MAX_BUSY_OF_A_SCREEN = 32;

/** All that waits to be sent, on all connections together, in bytes. */
const MAX_UNSENT = 64 * 1024 * 1024;

/** How long an idle connection is kept, in ms: without a cookie (the servers' own timeout), and with one. */
const KEEP_ALIVE_TIMEOUT_MS = 5_000;
const SCREEN_KEEP_ALIVE_TIMEOUT_MS = 15_000;

const SWEEP_INTERVAL_MS = 1_000;

/** Requests of one connection: one is answered, and those behind it wait. */
interface Line {
  isAnswering: boolean;
  readonly waiting: (() => void)[];
}

/** What connections are judged by. */
interface ConnectionsDeps {
  readonly clock: Clock;
  readonly trustedProxies: readonly string[];
  /** Whether a client of this address may connect at all. */
  readonly isWelcome?: (address: string) => boolean;
}

/**
 * Every connection to us, at every listener. Nobody is refused because it is full: the oldest idle connection of whoever has most goes
 * instead. And nobody's answers are kept for long or without limit where they are not read.
 */
export class Connections {
  readonly #clock: Clock;
  readonly #trustedProxies: readonly string[];
  readonly #isWelcome: (address: string) => boolean;
  readonly #open = new Set<TrackedConnection>();
  readonly #bySocket = new WeakMap<Duplex, TrackedConnection>();
  readonly #lines = new WeakMap<Duplex, Line>();

  constructor({ clock, trustedProxies, isWelcome = () => true }: ConnectionsDeps) {
    this.#clock = clock;
    this.#trustedProxies = trustedProxies;
    this.#isWelcome = isWelcome;
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Looks after the connections of a server from now on. */
  track(server: HttpServer | HttpsServer) {
    server.maxConnections = 2 * MAX_CONNECTIONS;
    server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (secure: TLSSocket) => this.#secure(secure));
  }

  /** Looks after slow readers from now on; what it returns stops that. */
  start(): () => void {
    return every(this.#clock, SWEEP_INTERVAL_MS, () => {
      this.#cutStalled();
      this.#limitUnsent();
    });
  }

  /**
   * A listener that begins a request only once the answer before it on that connection has been handed to the system: whoever sends many
   * and reads none has one begun.
   */
  inTurn(serve: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const line = this.#lines.get(socket) ?? { isAnswering: false, waiting: [] };
      this.#lines.set(socket, line);
      const begin = () => {
        line.isAnswering = true;
        this.#begin(request, response);
        serve(request, response);
      };
      response.once('close', () => {
        line.isAnswering = false;
        // Where it was hung up on, nothing that waits is begun.
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

  /** A request or an upgrade came by a screen, or by nobody's. */
  seen(socket: Duplex, screen: string | null, { isWebSocket = false } = {}) {
    const connection = this.#bySocket.get(socket);
    if (!connection) return;
    connection.screen = screen;
    connection.isWebSocket ||= isWebSocket;
    if (screen !== null && !isWebSocket) this.#limitScreen(screen, connection);
    if (screen === null && connection.isFromProxy) this.#makeRoomFor(connection);
  }

  #begin(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request;
    const connection = this.#bySocket.get(socket);
    if (!connection) return;
    connection.requests++;
    connection.lastActive = this.#clock.monotonic();
    if (connection.isFromProxy) {
      connection.group = groupOf(clientAddress(request, this.#trustedProxies));
      connection.readyAt = connection.lastActive;
      connection.screen = null;
    }
    response.once('close', () => {
      connection.requests--;
      connection.lastActive = this.#clock.monotonic();
      if (socket.destroyed) return;
      // The server has just set its own timeout, which is shorter.
      if (connection.screen !== null) socket.setTimeout(SCREEN_KEEP_ALIVE_TIMEOUT_MS);
      // A body that was answered before all of it came still takes up the connection.
      if (!connection.isFromProxy) return;
      if (!request.complete) this.#makeRoomFor(connection);
      else if (connection.requests === 0) connection.group = null;
    });
  }

  #add(socket: Socket) {
    const address = plainAddress(socket.remoteAddress ?? '');
    const isFromProxy = isAmong(address, this.#trustedProxies);
    if (!isFromProxy && !this.#isWelcome(address)) {
      socket.destroy();
      return;
    }
    const group = isFromProxy ? null : groupOf(address);
    const connection = new TrackedConnection(socket, group, this.#clock.monotonic());
    this.#open.add(connection);
    this.#bySocket.set(socket, connection);
    socket.once('close', () => this.#open.delete(connection));
    this.#makeRoomFor(connection);
  }

  /** The handshake is over: only now can anything be asked or shown. */
  #secure(secure: TLSSocket) {
    const { remoteAddress, remotePort } = secure;
    for (const connection of this.#open) {
      const { stream } = connection;
      if (stream.remotePort !== remotePort || stream.remoteAddress !== remoteAddress) continue;
      connection.stream = secure;
      connection.readyAt = this.#clock.monotonic();
      this.#bySocket.set(secure, connection);
      secure.once('close', () => this.#open.delete(connection));
      return;
    }
  }

  /**
   * Where it is full, somebody goes for a newcomer: the oldest idle connection of the group that has most. A connection of a declared proxy
   * belongs to the forwarded address of the request that it carries, and comes anew with each.
   */
  #makeRoomFor(newcomer: TrackedConnection) {
    if (newcomer.group === null) return;
    const anonymous = this.#anonymous();
    const own = anonymous.get(newcomer.group) ?? [];
    const isFull = this.#open.size > FULL_AT;
    if (own.length <= MAX_ANONYMOUS && !isFull) return;
    const [largest = own] = [...anonymous.values()].sort((one, other) => other.length - one.length);
    const group = own.length > MAX_ANONYMOUS ? own : largest;
    const now = this.#clock.monotonic();
    const old = group
      .filter(({ readyAt }) => now - readyAt >= GRACE_PERIOD_MS)
      .sort((one, other) => one.readyAt - other.readyAt);
    const victim = old.find(({ isIdle }) => isIdle) ?? old[0];
    if (victim) victim.cut();
    else if (this.#open.size > MAX_CONNECTIONS) (largest.includes(newcomer) ? newcomer : largest[0])?.cut();
  }

  /** The connections that have shown no valid cookie, by group, the oldest first. */
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

  /** Of a screen that has more connections than it needs, the most silent one goes. */
  #limitScreen(screen: string, newest: TrackedConnection) {
    const own = [...this.#open].filter((each) => each.screen === screen && !each.isWebSocket);
    if (own.length <= MAX_OF_A_SCREEN) return;
    const now = this.#clock.monotonic();
    const others = own.filter((each) => each !== newest).sort((a, b) => a.lastActive - b.lastActive);
    const idle = others.find(({ isIdle, lastActive }) => isIdle && now - lastActive >= GRACE_PERIOD_MS);
    (idle ?? (own.length > MAX_BUSY_OF_A_SCREEN ? others[0] : undefined))?.cut();
  }

  #cutStalled() {
    const now = this.#clock.monotonic();
    for (const connection of this.#open) if (connection.isStalled(now)) connection.cut();
  }

  /** Where too much waits in all, whoever reads least goes. */
  #limitUnsent() {
    const byUnsent = [...this.#open].sort((one, other) => other.unsent - one.unsent);
    let unsent = byUnsent.reduce((sum, connection) => sum + connection.unsent, 0);
    for (const connection of byUnsent) {
      if (unsent <= MAX_UNSENT) return;
      unsent -= connection.unsent;
      connection.cut();
    }
  }
}
