import { routes, type Session } from '#shared/wire';
import { PROTOCOL, type LiveMessage } from '#shared/wire-live';
import type { Clock } from '#shared/clock';
import type { Cell } from '../cell.svelte';
import { newBatchId } from '../commands/batch-id';
import type { CommandFeed } from './command-feed.svelte';
import { beginConnection, receiveCommands } from './command-messages';
import { Connection, type SentFrame } from './connection';
import type { HomeState } from '../home/home.svelte';
import type { LayoutState } from '../home/layout.svelte';
import {
  INITIAL_LINK,
  isControllerGone,
  stepLink,
  type LinkEffect,
  type LinkEvent,
  type LinkPhase
} from './link-machine';
import type { OpenSocket } from './live-socket';
import type { PageEvents } from '../page-events';
import { Timer } from '../timer';
import { onResume } from './resume';
import { Emitter } from '#shared/emitter';

export type { LinkPhase } from './link-machine';

/** What the link depends on. */
export interface LinkEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly openSocket: OpenSocket;
  /** Returns an evenly distributed number from 0 to 1. */
  random(): number;
}

/** The states that the link keeps current. */
export interface LinkDeps {
  readonly home: HomeState;
  readonly layout: Pick<LayoutState, 'receive'>;
  readonly commandFeed: CommandFeed;
  /** Household activities that this screen has not seen, as the proxy sends them: see `decodeActivities`. */
  readonly unseen: Cell<readonly unknown[]>;
}

/** The screen's own name and rights, and whether it has a PIN, as the proxy sends them. */
export type OwnScreen = Pick<Session, 'screen' | 'rights' | 'hasPin'>;

/** What the link needs from the session, and reports to it. */
export interface LinkSession {
  /** Checks by HTTP whether the proxy answers. It also updates the session. */
  probe(): Promise<boolean>;
  /** Called when the proxy has accepted a connection, so this screen is not locked. */
  admitted(): void;
  /** Called when the proxy has closed the connection because this screen is not signed in to the controller. */
  refused(): void;
  /** Called when the proxy does not understand this version of the page: it has to be updated. */
  outdated(): void;
  /** Called when the proxy has sent this screen's name and rights. */
  updated(own: OwnScreen): void;
}

/** Milliseconds after a resume in which a command is held while the link reconnects. */
export const RESUME_WINDOW_MS = 1000;

/** The live connection to the proxy. It reconnects by itself. */
export class Link {
  readonly #environment: LinkEnvironment;
  readonly #home: HomeState;
  readonly #layout: LinkDeps['layout'];
  readonly #commandFeed: LinkDeps['commandFeed'];
  readonly #unseen: LinkDeps['unseen'];
  readonly #session: LinkSession;
  readonly #connection: Connection;
  readonly #retry: Timer;
  readonly #resumeWindow: Timer;
  readonly #emitter = new Emitter<LinkPhase>();

  #state = $state.raw(INITIAL_LINK);
  #since = $state.raw(0);
  #hasJustResumed = $state.raw(false);
  readonly #phase = $derived(this.#state.phase);
  /** The page's id, which tells its connections from those of other pages of this screen. */
  readonly #page = newBatchId();
  #isUnderstood = true;
  #controller = '';

  constructor(environment: LinkEnvironment, deps: LinkDeps, session: LinkSession) {
    this.#environment = environment;
    this.#home = deps.home;
    this.#layout = deps.layout;
    this.#commandFeed = deps.commandFeed;
    this.#unseen = deps.unseen;
    this.#session = session;
    this.#retry = new Timer(environment.clock);
    this.#resumeWindow = new Timer(environment.clock);
    this.#connection = new Connection(environment, {
      opened: () => {
        this.#step({ type: 'opened' });
        beginConnection(this.#commandFeed, this.#connection.count);
        this.#session.admitted();
      },
      received: (message) => this.#receive(message),
      closed: (code) => this.#step({ type: 'closed', code }),
      silent: () => this.#step({ type: 'silent' })
    });
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

  /**
   * Whether the page resumed less than a second ago and the link is still connecting. Commands are held for that time.
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
    return this.isLive && this.#isUnderstood ? this.#connection.send(frame) : null;
  }

  /** Makes the next attempt now, if one is scheduled. */
  retry(): void {
    this.#step({ type: 'retry' });
  }

  /** Calls the listener with each new phase, after it is set; returns a function that removes it. */
  subscribe(listener: (state: LinkPhase) => void): () => void {
    return this.#emitter.subscribe(listener);
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
      this.#step({ type: 'resumed', isStale: this.#connection.isStale });
    });
    const stopPage = page.subscribe((event) => {
      if (event === 'offline') this.#step({ type: 'network-gone' });
    });
    return () => {
      stopResume();
      stopPage();
      this.#retry.stop();
      this.#resumeWindow.stop();
      this.#connection.close();
      this.#hasJustResumed = false;
      this.#state = INITIAL_LINK;
    };
  }

  #startResumeWindow(): void {
    this.#hasJustResumed = true;
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
        this.#retry.stop();
        this.#connection.open(this.#path());
        break;
      case 'close':
        this.#connection.close();
        break;
      case 'retry':
        this.#retry.set(Math.max(0, this.#environment.random() * effect.withinMs - effect.spentMs), () =>
          this.retry()
        );
        break;
      case 'probe':
        void this.#probe();
        break;
      case 'session-lost':
        this.#session.refused();
    }
  }

  #path(): string {
    const { revision } = this.#home;
    return routes.live(this.#controller, {
      ...(revision !== undefined && { revision }),
      page: this.#page,
      connection: String(this.#connection.count)
    });
  }

  /** Probes the proxy. The result is ignored if the connection was replaced meanwhile. */
  async #probe(): Promise<void> {
    const { count } = this.#connection;
    const isThere = await this.#session.probe();
    if (count === this.#connection.count) this.#step({ type: 'probed', isThere });
  }

  /** Handles a message. The home is updated before the phase, so that a listener to `live` reads a current home. */
  #receive(message: LiveMessage): void {
    const now = this.#environment.clock.now();
    switch (message.type) {
      case 'home': {
        const { state, since, clockOffsetMs } = message.controller;
        this.#home.setClockOffset(clockOffsetMs);
        const asOf = state === 'online' ? now : Math.min(now, since);
        this.#home.replace(message.home, message.revision, asOf);
        this.#step({ type: 'message', controller: state, isHome: true });
        break;
      }
      case 'changes':
        this.#home.apply(message.changes, message.revision, now);
        this.#step({ type: 'message', isHome: true });
        break;
      case 'controller':
        this.#home.setClockOffset(message.clockOffsetMs);
        if (message.state !== 'online' && this.#home.asOf !== null)
          this.#home.touch(Math.min(this.#home.asOf, message.since));
        this.#step({ type: 'message', controller: message.state });
        break;
      case 'layout':
        this.#layout.receive(message.layout);
        break;
      case 'screen': {
        const { screen, rights, hasPin } = message;
        this.#session.updated({ screen, rights, ...(hasPin && { hasPin }) });
        break;
      }
      case 'commands':
        receiveCommands(this.#commandFeed, message);
        break;
      case 'activity':
        this.#unseen.value = message.unseen;
        break;
      case 'taken':
      case 'refused':
        this.#commandFeed.answer(message);
        break;
      case 'parts':
        // The connection puts them together.
        break;
      case 'beat':
        this.#isUnderstood = message.protocol === PROTOCOL;
        if (!this.#isUnderstood) this.#session.outdated();
        if (this.isLive) this.#home.touch(now);
    }
  }
}
