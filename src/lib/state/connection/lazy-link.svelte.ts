import { LazyModule } from '$lib/lazy-module';
import type { Link, LinkEnvironment, LinkPhase, LinkSession, LinkSubjects } from './link.svelte';
import { Timer } from '../timer';
import { Emitter } from '#shared/emitter';

/** What of it is used. */
interface LinkModule {
  readonly Link: typeof Link;
}

/** The connection's code: a kept home is painted without it. */
export const linkCode = new LazyModule<LinkModule>(() => import('./link.svelte'));

/** Milliseconds between attempts to fetch it. */
const RETRY_MS = 5000;

/** What the link needs of the world before its code is there. */
export interface LazyLinkEnvironment extends LinkEnvironment {
  /** Once the browser is idle, or soon. */
  idle(): Promise<void>;
}

/** The live connection to the proxy, whose code is fetched as soon as the page has painted what was kept. */
export class LazyLink {
  readonly #environment: LazyLinkEnvironment;
  readonly #subjects: LinkSubjects;
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
    subjects: LinkSubjects,
    session: LinkSession,
    code: LazyModule<LinkModule> = linkCode
  ) {
    this.#environment = environment;
    this.#subjects = subjects;
    this.#session = session;
    this.#code = code;
    this.#retry = new Timer(environment.clock);
  }

  get state(): LinkPhase {
    return this.#link?.state ?? this.#phase;
  }

  /** Whether commands can be sent and values be trusted. */
  get isLive(): boolean {
    return this.#link?.isLive === true;
  }

  /** Whether a press may be held for a moment, since the link is still coming. */
  get isWaking(): boolean {
    if (this.#link) return this.#link.isWaking;
    return this.#controller !== null && this.#phase === 'connecting';
  }

  /** Makes the next attempt now, where one is waited for. */
  retry(): void {
    if (this.#link) this.#link.retry();
    else if (this.#retry.isSet) void this.#load();
  }

  /** Tells each new state once it holds. */
  subscribe(listener: (state: LinkPhase) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Connects to a controller's home and keeps at it, for ever; returns the stop. */
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

  /** Without its code there is no link: that is said as what it is for who looks, and tried again. */
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
      this.#link = new Link(this.#environment, this.#subjects, this.#session);
      this.#link.subscribe((phase) => this.#emitter.emit(phase));
    }
    this.#stopLink = this.#link.start(this.#controller);
  }
}
