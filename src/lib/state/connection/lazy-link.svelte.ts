import { LazyModule } from '$lib/lazy-module';
import type { SentFrame } from './connection';
import type { Link, LinkEnvironment, LinkPhase, LinkSession, LinkDeps } from './link.svelte';
import { Timer } from '../timer';
import { Emitter } from '#shared/emitter';

/** The exports of the link's module that are used. */
interface LinkModule {
  readonly Link: typeof Link;
}

/** The link's code. It is loaded after the cached home is painted. */
export const linkCode = new LazyModule<LinkModule>(() => import('./link.svelte'));

/** Milliseconds between attempts to load it. */
const RETRY_MS = 5000;

/** What the link depends on before its code is loaded. */
export interface LazyLinkEnvironment extends LinkEnvironment {
  /** Resolves once the browser is idle, or after a short time. */
  idle(): Promise<void>;
}

/** The live connection to the proxy. Its code is loaded once the page has painted the cached home. */
export class LazyLink {
  readonly #environment: LazyLinkEnvironment;
  readonly #deps: LinkDeps;
  readonly #session: LinkSession;
  readonly #code: LazyModule<LinkModule>;
  readonly #retry: Timer;
  readonly #emitter = new Emitter<LinkPhase>();
  #link = $state.raw<Link | null>(null);
  #phase = $state.raw<'connecting' | 'offline'>('connecting');
  #controller = $state.raw<string | null>(null);
  #stopLink: (() => void) | null = null;

  constructor(
    environment: LazyLinkEnvironment,
    deps: LinkDeps,
    session: LinkSession,
    code: LazyModule<LinkModule> = linkCode
  ) {
    this.#environment = environment;
    this.#deps = deps;
    this.#session = session;
    this.#code = code;
    this.#retry = new Timer(environment.clock);
  }

  get state(): LinkPhase {
    return this.#link?.state ?? this.#phase;
  }

  /** Whether commands can be sent and values are current. */
  get isLive(): boolean {
    return this.#link?.isLive === true;
  }

  /** Whether the proxy's messages arrive. Without them nobody here knows what becomes of commands. */
  get isLinked(): boolean {
    return !['connecting', 'reconnecting', 'offline'].includes(this.state);
  }

  /** Whether a command may be held for a moment, because the link is connecting. */
  get isResuming(): boolean {
    if (this.#link) return this.#link.isResuming;
    return this.#controller !== null && this.#phase === 'connecting';
  }

  /** Sends a frame: see `Link`. */
  send(frame: SentFrame): number | null {
    return this.#link?.send(frame) ?? null;
  }

  /** Makes the next attempt now, if one is scheduled. */
  retry(): void {
    if (this.#link) this.#link.retry();
    else if (this.#retry.isSet) void this.#load();
  }

  /** Calls the listener with each new phase, after it is set; returns a function that removes it. */
  subscribe(listener: (state: LinkPhase) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Connects to a controller's home and reconnects until stopped; returns a function that stops it. */
  start(controller: string): () => void {
    this.#controller = controller;
    const stopPage = this.#environment.page.subscribe((event) => {
      if (event === 'visible' || event === 'online' || event === 'restored') this.retry();
    });
    if (this.#code.current) this.#connect(this.#code.current);
    else void this.#environment.idle().then(() => this.#load());
    return () => {
      stopPage();
      this.#retry.stop();
      this.#stopLink?.();
      this.#controller = this.#stopLink = null;
      this.#phase = 'connecting';
    };
  }

  /** Loads the link's code. If that fails, the phase is `offline`, and it tries again. */
  async #load(): Promise<void> {
    this.#retry.stop();
    try {
      this.#connect(await this.#code.load());
    } catch {
      if (this.#controller === null) return;
      this.#retry.set(RETRY_MS, () => void this.#load());
      if (this.#phase === 'offline') return;
      this.#phase = 'offline';
      this.#emitter.emit('offline');
    }
  }

  #connect({ Link }: LinkModule): void {
    if (this.#controller === null || this.#stopLink) return;
    if (!this.#link) {
      this.#link = new Link(this.#environment, this.#deps, this.#session);
      this.#link.subscribe((phase) => this.#emitter.emit(phase));
    }
    this.#stopLink = this.#link.start(this.#controller);
  }
}
