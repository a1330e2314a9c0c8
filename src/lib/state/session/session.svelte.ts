import { isSame } from '#shared/changes';
import { isFull } from '#shared/rights';
import type { Session } from '#shared/wire';
import type { ClientFailure, ClientResult } from '../connection/failure';
import type { PageEvents } from '../page-events';
import type { ProxyClient } from '../connection/proxy-client';
import { LAST_ROOM, type Settings } from '../preferences/settings';
import { Emitter } from '#shared/emitter';

/** Stores the session for the next start, and deletes all that belongs to it. */
export interface SessionKeeper {
  /** Stores the session: names only, nothing secret. */
  keep(session: Session): void;
  /** Deletes everything that this screen has stored of a home; false where that has to be repeated. */
  wipe(): Promise<boolean>;
}

/** What the session depends on. */
export interface SessionEnvironment {
  readonly page: PageEvents;
  readonly settings: Settings;
}

/** The setting that holds from a sign-out until everything here is deleted and the proxy has revoked the cookie. */
const SIGN_OUT = 'sign-out';
/** Its values: the cookie is still to be revoked, or only the deletion is left. */
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
  /** During a sign-in the proxy may end the earlier session before its answer arrives. */
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

  /** Whether this screen has all rights: then it may change what the household shares. */
  get isFull(): boolean {
    return this.#current !== null && isFull(this.#current.rights);
  }

  /** Whether this screen may only read, and send no commands. */
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

  /** Calls the listener each time the session changes or begins again; returns its removal. */
  subscribe(listener: (session: Session | null) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Listens for the end of the session, and for the moment when an earlier sign-out can be sent to the proxy; returns the stop. */
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
   * Restores the session: `kept` is that of the last visit, so that a screen opens without the network. Without one the proxy is asked.
   * After a sign-out that the proxy does not know of yet, nobody is signed in.
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

  /** The proxy has sent this screen's name and rights. */
  told(own: Pick<Session, 'screen' | 'rights'>): void {
    const session = this.#current && { ...this.#current, ...own };
    if (session && !isSame(session, this.#current)) this.#accept(session);
  }

  /** The proxy has accepted a live connection: this screen is not locked, or not any more. */
  admitted(): void {
    if (this.#current?.locked) this.#accept({ ...this.#current, locked: false });
  }

  /** Signs in by a request that answers with a session. It ends an earlier session of this screen, which is not reported as a loss. */
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

  /** Checks whether the proxy answers, and updates the session from its answer. */
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

  /** The session has ended, but not by the user: deletes what it stored, and keeps the reason. */
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

  /** Asks the proxy for the session, where none was stored. Without an answer it asks again once the network is back. */
  async #ask(): Promise<void> {
    const result = await this.#proxy.me();
    this.#isUnanswered = !result.ok && result.error.code === 'offline';
    if (result.ok) this.#accept(result.value);
  }

  /** Runs once at a time: its answer removes the cookie, and must not arrive after that of a sign-in. */
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

  /** Whether the cookie is revoked. */
  async #revoke(): Promise<boolean> {
    const result = await this.#proxy.signOut();
    return result.ok || result.error.code === 'not-signed-in';
  }
}
