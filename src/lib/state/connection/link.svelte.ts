import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { lazy } from '$lib/lazy.svelte';
import type { PageEvents } from '../base/page-events';
import { Timer } from '../base/timer';
import { newBatchId } from './batch-id';
import type { Connection, SentFrame } from './connection';
import type * as connectionModule from './connection-code';
import {
  INITIAL_LINK,
  isControllerGone,
  stepLink,
  type LinkEffect,
  type LinkEvent,
  type LinkPhase
} from './link-machine';
import type { LinkDeps, LinkSession } from './live-messages';
import type { OpenSocket } from './live-socket';
import { onResume } from './resume';

export type { LinkPhase } from './link-machine';

/** What the link depends on. */
export interface LinkEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly openSocket: OpenSocket;
  /** Returns an evenly distributed number from 0 to 1. */
  random(): number;
  /** Resolves once the browser is idle, or after a short time. */
  idle(): Promise<void>;
}

/** Milliseconds after a resume in which a command is held while the link reconnects. */
export const RESUME_WINDOW_MS = 1000;

/** The code of the connection, with the schemas of its messages. It is loaded after the cached home is painted. */
export const connectionCode = lazy<ConnectionModule>(() => import('./connection-code'));

/** The connection, and the function that applies its messages. */
export type ConnectionModule = typeof connectionModule;

/** What a broken WebSocket is closed with (RFC 6455 §7.1.5). */
const BROKEN = 1006;

/** The live connection to the proxy. It reconnects by itself. */
export class Link {
  readonly #environment: LinkEnvironment;
  readonly #deps: LinkDeps;
  readonly #session: LinkSession;
  readonly #code: typeof connectionCode;
  readonly #retry: Timer;
  readonly #resumeWindow: Timer;
  readonly #emitter = new Emitter<LinkPhase>();
  /** Calls the listener with each new phase, after it is set; returns a function that removes it. */
  readonly subscribe = this.#emitter.subscribe;
  /** The page's id, which tells its connections from those of other pages of this screen. */
  readonly #page = newBatchId();
  /** Null before its code is loaded. */
  #connection: Connection | null = null;
  #hurry: () => void = () => undefined;
  readonly #hurried = new Promise<void>((resolve) => (this.#hurry = resolve));
  /** The number of the last attempt to connect. */
  #attempt = 0;

  #state = $state.raw(INITIAL_LINK);
  #since = $state.raw(0);
  #hasJustResumed = $state.raw(false);
  readonly #phase = $derived(this.#state.phase);
  #controller = '';

  constructor(
    environment: LinkEnvironment,
    deps: LinkDeps,
    session: LinkSession,
    code: typeof connectionCode = connectionCode
  ) {
    this.#environment = environment;
    this.#deps = deps;
    this.#session = session;
    this.#code = code;
    this.#retry = new Timer(environment.clock);
    this.#resumeWindow = new Timer(environment.clock);
  }

  get state(): LinkPhase {
    return this.#phase;
  }

  /** Since when it is in its phase, in ms since the epoch. */
  get since(): number {
    return this.#since;
  }

  /** Whether commands can be sent and values are current. */
  get isLive(): boolean {
    return this.#phase === 'live';
  }

  /** Whether the proxy's messages arrive. Without them nobody here knows what becomes of commands. */
  get isLinked(): boolean {
    return !['connecting', 'reconnecting', 'offline'].includes(this.#phase);
  }

  /**
   * Whether the link is connecting, and its code came or the page resumed less than a second ago. Commands are held for
   * that time.
   */
  get isResuming(): boolean {
    const isConnecting = this.#state.socket !== 'none' && !this.isLive;
    return this.#hasJustResumed && isConnecting && !isControllerGone(this.#phase);
  }

  /**
   * Sends a frame while the link is live. It is answered by `taken` or `refused`, or settled by the first list of the next
   * connection.
   * @returns when it was sent, in the proxy's monotonic ms; null if nothing was sent
   */
  send(frame: SentFrame): number | null {
    return this.isLive ? (this.#connection?.send(frame) ?? null) : null;
  }

  /** From now on its code does not wait for an idle browser: the page has controls. */
  hurry(): void {
    this.#hurry();
  }

  /** Makes the next attempt now, if one is scheduled. */
  retry(): void {
    this.#step({ type: 'retry' });
  }

  /** Connects to a controller's home and reconnects until stopped; returns a function that stops it. */
  start(controller: string): () => void {
    const { clock, page } = this.#environment;
    this.#controller = controller;
    this.#since = clock.now();
    this.#startResumeWindow();
    this.#step({ type: 'start' });
    const stopResume = onResume({ clock, page }, () => {
      this.#startResumeWindow();
      this.#step({ type: 'resumed', isStale: this.#connection?.isStale ?? false });
    });
    const stopPage = page.subscribe((event) => {
      if (event === 'offline') this.#step({ type: 'network-gone' });
    });
    return () => {
      stopResume();
      stopPage();
      this.#retry.stop();
      this.#resumeWindow.stop();
      this.#close();
      this.#hasJustResumed = false;
      this.#state = INITIAL_LINK;
    };
  }

  /** It ends a second later, but not before the code of the connection is there. */
  #startResumeWindow(): void {
    this.#hasJustResumed = true;
    if (!this.#connection) return;
    this.#resumeWindow.set(RESUME_WINDOW_MS, () => {
      this.#hasJustResumed = false;
    });
  }

  #step(event: LinkEvent): void {
    const { clock, page } = this.#environment;
    const moment = { at: clock.monotonic(), isOnline: page.isOnline() };
    const { state, effects } = stepLink(this.#state, event, moment);
    const isNew = state.phase !== this.#state.phase;
    this.#state = state;
    if (isNew) {
      this.#since = clock.now();
      this.#emitter.emit(state.phase);
    }
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: LinkEffect): void {
    switch (effect.type) {
      case 'open':
        void this.#open();
        break;
      case 'close':
        this.#close();
        break;
      case 'retry': {
        const waitMs = this.#environment.random() * effect.withinMs - effect.spentMs;
        this.#retry.set(Math.max(0, waitMs), () => this.retry());
        break;
      }
      case 'probe':
        void this.#probe();
        break;
      case 'session-lost':
        this.#session.refused();
    }
  }

  async #open(): Promise<void> {
    this.#retry.stop();
    const attempt = ++this.#attempt;
    if (!this.#connection) {
      const code = this.#code.value ?? (await this.#load());
      if (attempt !== this.#attempt) return;
      if (code) this.#connect(code);
      else this.#step({ type: 'closed', code: BROKEN });
    }
    const { revision } = this.#deps.state;
    this.#connection?.open(this.#controller, {
      ...(revision !== undefined && { revision }),
      page: this.#page,
      connection: String(attempt)
    });
  }

  async #load(): Promise<ConnectionModule | null> {
    await Promise.race([this.#environment.idle(), this.#hurried]);
    return this.#code.load().catch(() => null);
  }

  #connect({ Connection, takeMessage }: ConnectionModule): void {
    this.#connection = new Connection(this.#environment, {
      opened: () => {
        this.#step({ type: 'opened' });
        this.#deps.commandFeed.begin(this.#attempt);
        this.#session.admitted();
      },
      received: (message) => {
        const moment = { now: this.#environment.clock.now(), isLive: this.isLive };
        const event = takeMessage(message, this.#deps, this.#session, moment);
        if (event) this.#step(event);
      },
      closed: (code) => this.#step({ type: 'closed', code }),
      silent: () => this.#step({ type: 'silent' })
    });
    this.#startResumeWindow();
  }

  /** Closes the connection. One whose code is still being loaded is not opened. */
  #close(): void {
    this.#attempt++;
    this.#connection?.close();
  }

  /** Probes the proxy. The result is ignored if the connection was replaced meanwhile. */
  async #probe(): Promise<void> {
    const attempt = this.#attempt;
    const isThere = await this.#session.probe();
    if (attempt === this.#attempt) this.#step({ type: 'probed', isThere });
  }
}
