import { isSame } from '#shared/changes';
import { isFull } from '#shared/rights';
import type { Session } from '#shared/wire';
import type { ClientFailure, ClientResult } from '../connection/failure';
import type { PageEvents } from '../page-events';
import type { ProxyClient } from '../connection/proxy-client';
import { LAST_ROOM, type Settings } from '../preferences/settings';
import { Emitter } from '#shared/emitter';

/** Where a session is kept for the next start, and how all that belongs to it is forgotten. */
export interface SessionKeeper {
  /** Keeps who is signed in: names alone, nothing secret. */
  keep(session: Session): void;
  /** Forgets everything that this screen keeps of a home; false where that is to be done again. */
  wipe(): Promise<boolean>;
}

/** What the session needs of the world. */
export interface SessionEnvironment {
  readonly page: PageEvents;
  readonly settings: Settings;
}

/** Set from a sign-out until nothing is kept here any more and the proxy knows of it. */
const SIGN_OUT = 'sign-out';
/** What it says while the cookie is still to be revoked, and once only the wiping is left. */
const TO_REVOKE = 'revoke';
const TO_WIPE = 'wipe';

/** Who this screen is signed in as. The cookie itself is out of reach of scripts. */
export class SessionState {
  readonly #environment: SessionEnvironment;
  readonly #proxy: ProxyClient;
  readonly #keeper: SessionKeeper;
  readonly #emitter = new Emitter<Session | null>();
  #current = $state.raw<Session | null>(null);
  #isKnown = $state.raw(false);
  #lost = $state.raw<ClientFailure | null>(null);
  #signIns = $state.raw(0);
  #leaving: Promise<void> | null = null;
  #isUnanswered = false;
  /** While a sign-in is asked for, the proxy may end the earlier session before its answer is here. */
  #isEntering = false;
  #isInDoubt = false;

  constructor(environment: SessionEnvironment, proxy: ProxyClient, keeper: SessionKeeper) {
    this.#environment = environment;
    this.#proxy = proxy;
    this.#keeper = keeper;
  }

  /** The session; null where nobody is signed in: then every page leads to `/connect`. */
  get current(): Session | null {
    return this.#current;
  }

  /** Whether it is known if anyone is signed in; false only for the first moment. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether the controller ended the sign-in: until somebody lets this screen back in, nothing of the home is shown. */
  get isLocked(): boolean {
    return this.#current?.locked === true;
  }

  /** Whether nothing limits this screen: then it may change what the household shares. */
  get isFull(): boolean {
    return this.#current !== null && isFull(this.#current.rights);
  }

  /** Whether this screen may look alone, and command nothing. */
  get isReadOnly(): boolean {
    return this.#current?.rights.commands === false;
  }

  /** How often somebody has signed in by a password since the page was opened: each time, what stayed locked can be let back in. */
  get signIns(): number {
    return this.#signIns;
  }

  /** Why the last session ended without the user's doing; null where there is nothing to explain. */
  get lost(): ClientFailure | null {
    return this.#lost;
  }

  /** Tells each time somebody else (or nobody) is signed in, or the same one anew. */
  subscribe(listener: (session: Session | null) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Watches for the session's end, and for the moment in which an earlier sign-out can be told to the proxy; returns the stop. */
  start(): () => void {
    const stops = [
      this.#proxy.onLoss((failure) => this.#onLoss(failure)),
      this.#environment.page.subscribe((event) => {
        if (event !== 'online' && event !== 'visible' && event !== 'restored') return;
        void this.#finishSignOut();
        if (this.#isUnanswered && !this.#current) void this.#ask();
      })
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * Learns who is signed in: `kept` is who was at the last visit, so that a screen opens without the network. Without one the proxy
   * is asked. After a sign-out that the proxy has not heard of, nobody is.
   */
  async open(kept: Session | null): Promise<void> {
    if (this.#environment.settings.read(SIGN_OUT) !== null) {
      this.#isKnown = true;
      void this.#finishSignOut();
    } else if (kept) {
      this.#become(kept);
    } else {
      await this.#ask();
      this.#isKnown = true;
    }
  }

  /** Signs in by a password; a setup code goes in a header. */
  async signIn(...request: Parameters<ProxyClient['signIn']>): Promise<ClientResult<Session>> {
    const result = await this.enter(() => this.#proxy.signIn(...request));
    if (result.ok) this.#signIns += 1;
    return result;
  }

  /** Wipes what this screen keeps of the home first, offline too; the cookie is revoked now or at the next contact. */
  async signOut(): Promise<void> {
    this.#environment.settings.write(SIGN_OUT, TO_REVOKE);
    this.#environment.settings.remove(LAST_ROOM);
    this.#lost = null;
    this.#become(null);
    await this.#finishSignOut();
  }

  /** The proxy has closed the link because this screen has no grant. */
  refused(): void {
    this.#onLoss({ code: 'not-signed-in', message: 'the proxy closed the link' });
  }

  /** The proxy has told what this screen is called and may do. */
  told(own: Pick<Session, 'screen' | 'rights'>): void {
    const session = this.#current && { ...this.#current, ...own };
    if (session && !isSame(session, this.#current)) this.#accept(session);
  }

  /** The proxy has taken a live connection of this screen: it is not locked, or not any more. */
  admitted(): void {
    if (this.#current?.locked) this.#accept({ ...this.#current, locked: false });
  }

  /** Signs in by a request that answers with a session. An earlier session of this screen is over then: its end is no loss. */
  async enter(ask: () => Promise<ClientResult<Session>>): Promise<ClientResult<Session>> {
    await this.#finishSignOut();
    this.#isEntering = true;
    const result = await ask();
    this.#isEntering = false;
    if (result.ok) {
      this.#proxy.beginSession();
      this.#accept(result.value);
    } else if (this.#isInDoubt) void this.probe();
    this.#isInDoubt = false;
    return result;
  }

  /** Looks whether the proxy is there, and takes over who it says this screen is. */
  async probe(): Promise<boolean> {
    const { sessions } = this.#proxy;
    const result = await this.#proxy.me();
    const isCurrent = sessions === this.#proxy.sessions;
    if (result.ok && isCurrent && this.#current && !isSame(result.value, this.#current))
      this.#accept(result.value);
    return result.ok || (result.error.code !== 'offline' && result.error.code !== 'unknown');
  }

  #onLoss(failure: ClientFailure): void {
    if (!this.#current) return;
    if (this.#isEntering) this.#isInDoubt = true;
    else if (failure.code === 'screen-locked') void this.probe();
    else void this.#lose(failure);
  }

  /** The session is over without the user's doing: what it brought is wiped, and the reason kept. */
  async #lose(reason: ClientFailure): Promise<void> {
    this.#lost = reason;
    this.#environment.settings.remove(LAST_ROOM);
    this.#become(null);
    await this.#keeper.wipe();
  }

  #accept(session: Session): void {
    this.#environment.settings.remove(SIGN_OUT);
    this.#keeper.keep(session);
    this.#become(session);
  }

  #become(session: Session | null): void {
    if (session) this.#lost = null;
    this.#current = session;
    this.#isKnown = true;
    this.#emitter.emit(session);
  }

  /** Who the cookie stands for, where nothing was kept. Without an answer it is asked again once the network is back. */
  async #ask(): Promise<void> {
    const result = await this.#proxy.me();
    this.#isUnanswered = !result.ok && result.error.code === 'offline';
    if (result.ok) this.#accept(result.value);
  }

  /** One at a time: its answer takes the cookie away, and must not come after that of a sign-in. */
  #finishSignOut(): Promise<void> {
    this.#leaving ??= this.#leave().finally(() => {
      this.#leaving = null;
    });
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    const { settings } = this.#environment;
    const left = settings.read(SIGN_OUT);
    if (left === null) return;
    const isWiped = await this.#keeper.wipe();
    if (left !== TO_WIPE && !(await this.#revoke())) return;
    if (isWiped) settings.remove(SIGN_OUT);
    else settings.write(SIGN_OUT, TO_WIPE);
  }

  /** Whether the cookie stands for nobody any more. */
  async #revoke(): Promise<boolean> {
    const result = await this.#proxy.signOut();
    return result.ok || result.error.code === 'not-signed-in';
  }
}
