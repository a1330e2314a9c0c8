import { WebSocket } from 'ws';
import { applyChanges } from '#shared/changes';
import type { Clock } from '#shared/clock';
import type { CommandsMessage, FrameAnswer } from '#shared/commands/command-schema';
import type { Device, Home } from '#shared/home';
import type { LiveMessage } from '#shared/wire-live';
import { Timer } from '../../src/lib/state/base/timer';
import { newBatchId } from '../../src/lib/state/connection/batch-id';
import { Connection, type SentFrame } from '../../src/lib/state/connection/connection';
import {
  INITIAL_LINK,
  stepLink,
  type LinkEffect,
  type LinkEvent,
  type LinkPhase
} from '../../src/lib/state/connection/link-machine';
import type { OpenSocket } from '../../src/lib/state/connection/live-socket';
import { ask, requestTo } from '../../src/lib/state/proxy/proxy-routes';
import { Emitter } from '../../src/shared/emitter';

/** The connection and session of a screen. */
interface ScreenDeps {
  /** The origin of the proxy, or of a fault proxy before it. */
  readonly origin: string;
  /** Its `Cookie` header. */
  readonly cookie: string;
  /** The controller's id. */
  readonly controller: string;
  readonly clock: Clock;
  /** From 0 up to 1, without 1. */
  readonly random: () => number;
}

/**
 * A screen without a user interface: the page's own link, clients and timeouts, on Node's sockets. Its state
 * is what a page would show.
 */
export class Screen {
  /** Emits once a connection is open. */
  readonly connected = new Emitter<null>();
  /** Emits each message about commands, once the changes before it are applied. */
  readonly commands = new Emitter<CommandsMessage>();
  /** Emits each answer to a frame. */
  readonly answers = new Emitter<FrameAnswer>();
  /** Emits at a new phase of the link, and at a new home. */
  readonly #changed = new Emitter<null>();
  readonly #page = newBatchId();
  readonly #deps: ScreenDeps;
  readonly #connection: Connection;
  #connections = 0;
  readonly #retry: Timer;
  #state = INITIAL_LINK;
  #home: Home | null = null;
  #revision: string | undefined;
  #isSignedOut = false;

  constructor(deps: ScreenDeps) {
    this.#deps = deps;
    const { clock } = deps;
    this.#retry = new Timer(clock);
    this.#connection = new Connection(
      { clock, openSocket: (path, listener) => this.#openSocket(path, listener) },
      {
        opened: () => {
          this.#step({ type: 'opened' });
          this.connected.emit(null);
        },
        received: (message) => this.#take(message),
        closed: (code) => this.#step({ type: 'closed', code }),
        silent: () => this.#step({ type: 'silent' })
      }
    );
  }

  get phase(): LinkPhase {
    return this.#state.phase;
  }

  /** The home that a page would show. */
  get home(): Home | null {
    return this.#home;
  }

  /** Whether the proxy has ended the session. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** The number of connections so far. */
  get connections(): number {
    return this.#connections;
  }

  device(id: number): Device | undefined {
    return this.#home?.devices.find((device) => device.id === id);
  }

  /** Connects and reconnects until the returned function is called. */
  start(): () => void {
    this.#step({ type: 'start' });
    return () => {
      this.#retry.stop();
      this.#connection.close();
      this.#state = INITIAL_LINK;
    };
  }

  /** Resolves once the home is current and the controller online. */
  async live(): Promise<void> {
    while (this.phase !== 'live') await this.#nextChange();
  }

  /** Resolves once a device is shown with a matching state. */
  async shows(id: number, isSo: (device: Device) => boolean): Promise<void> {
    for (;;) {
      const device = this.device(id);
      if (device && isSo(device)) return;
      await this.#nextChange();
    }
  }

  /** Sends a frame while the link is live: see `Connection.send`. */
  send(frame: SentFrame): number | null {
    return this.phase === 'live' ? this.#connection.send(frame) : null;
  }

  #step(event: LinkEvent): void {
    const moment = { at: this.#deps.clock.monotonic(), isOnline: true };
    const { state, effects } = stepLink(this.#state, event, moment);
    const isNew = state.phase !== this.#state.phase;
    this.#state = state;
    if (isNew) this.#changed.emit(null);
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: LinkEffect): void {
    switch (effect.type) {
      case 'open':
        this.#retry.stop();
        this.#connection.open(this.#deps.controller, {
          ...(this.#revision !== undefined && { revision: this.#revision }),
          page: this.#page,
          connection: String(++this.#connections)
        });
        break;
      case 'close':
        this.#connection.close();
        break;
      case 'retry':
        this.#retry.set(Math.max(0, this.#deps.random() * effect.withinMs - effect.spentMs), () =>
          this.#step({ type: 'retry' })
        );
        break;
      case 'probe':
        void this.#probe();
        break;
      case 'session-lost':
        this.#isSignedOut = true;
    }
  }

  /** Asks for the session, as a page does when its connection was refused. */
  async #probe(): Promise<void> {
    const { clock, origin, cookie } = this.#deps;
    const send = (path: string, init: RequestInit) =>
      fetch(origin + path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), cookie, origin }
      });
    const session = await ask({ clock, fetch: send }, requestTo('GET /api/me'));
    if (!session.ok && session.error.code === 'not-signed-in') this.#isSignedOut = true;
  }

  #take(message: LiveMessage): void {
    switch (message.type) {
      case 'home':
        this.#show(message.home, message.revision);
        this.#step({ type: 'message', controller: message.controller.state, isHome: true });
        break;
      case 'changes':
        if (this.#home) this.#show(applyChanges(this.#home, message.changes), message.revision);
        this.#step({ type: 'message', isHome: true });
        break;
      case 'controller':
        this.#step({ type: 'message', controller: message.state });
        break;
      case 'commands':
        this.commands.emit(message);
        break;
      case 'taken':
      case 'refused':
        this.answers.emit(message);
        break;
      default:
      // Messages of other types are ignored.
    }
  }

  #show(home: Home, revision: string): void {
    this.#home = home;
    this.#revision = revision;
    this.#changed.emit(null);
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#changed.subscribe(() => {
        stop();
        resolve();
      });
    });
  }

  readonly #openSocket: OpenSocket = (path, listener) => {
    const { origin, cookie } = this.#deps;
    const socket = new WebSocket(origin.replace('http', 'ws') + path, {
      headers: { cookie, origin }
    });
    let isOurs = true;
    socket.on('open', () => isOurs && listener.opened());
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isOurs) return;
      if (isBinary) listener.receivedPart(Uint8Array.from(data).buffer);
      else listener.received(data.toString());
    });
    socket.on('close', (code) => isOurs && listener.closed(code));
    socket.on('error', () => undefined);
    return {
      send: (text) => socket.send(text),
      close() {
        isOurs = false;
        socket.terminate();
      }
    };
  };
}
