import { isSame } from '#shared/changes';
import { isFull } from '#shared/rights';
import type { Session, SignInRequest } from '#shared/wire';
import type { ClientFailure, ClientResult } from '../connection/failure';
import type { PageEvents } from '../page-events';
import type { ProxyClient } from '../connection/proxy-client';
import { ABOUT_HOME, SIGN_OUT, FIRST_SCREEN, type Settings } from '../preferences/settings';
import { Emitter } from '#shared/emitter';
import { ownerOf } from './owner';

/** Stores the session for the next start, and deletes all data of the home. */
export interface SessionKeeper {
  /** Stores the session. It contains names and rights, but nothing secret. */
  keep(session: Session): void;
  /** Deletes all stored data of the home; resolves to false if it has to be repeated. */
  wipe(): Promise<boolean>;
}

/** What the session depends on. */
export interface SessionEnvironment {
  readonly page: PageEvents;
  readonly settings: Settings;
}

/** The values of `SIGN_OUT`: the cookie has to be revoked, or only data has to be deleted. */
const TO_REVOKE = 'revoke';
const TO_WIPE = 'wipe';

/** This screen's session. Scripts cannot read the cookie itself. */
export class SessionState {
  readonly #environment: SessionEnvironment;
  readonly #proxy: ProxyClient;
  readonly #keeper: SessionKeeper;
  readonly #emitter = new Emitter<Session | null>();
  #current = $state.raw<Session | null>(null);
  #isKnown = $state.raw(false);
  #isAsking = $state.raw(false);
  #lost = $state.raw<ClientFailure | null>(null);
  #signIns = $state.raw(0);
  #signingOut: Promise<void> | null = null;
  #isUnanswered = false;
  /** True during a sign-in. The proxy may end the earlier session before its response arrives. */
  #isSigningIn = false;
  #needsProbe = false;

  constructor(environment: SessionEnvironment, proxy: ProxyClient, keeper: SessionKeeper) {
    this.#environment = environment;
    this.#proxy = proxy;
    this.#keeper = keeper;
  }

  /** The session; null if signed out: then every page redirects to `/connect`. */
  get current(): Session | null {
    return this.#current;
  }

  /** Whether it is known if this screen is signed in. It is false only until `open` has a result. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether the proxy was asked for the session, since none was stored. Until its answer nothing about a home may be shown. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Whether the controller ended the sign-in. The home is hidden until this screen is let back in. */
  get isLocked(): boolean {
    return this.#current?.locked === true;
  }

  /** Whether this screen's rights in the home are unlimited. Only then it may change the layout. */
  get isFull(): boolean {
    return this.#current !== null && isFull(this.#current.rights);
  }

  /** Whether this screen may only read, and send no commands. */
  get isReadOnly(): boolean {
    return this.#current?.rights.commands === false;
  }

  /** The number of sign-ins by password since the page was opened. After each one, locked screens can be let back in. */
  get signIns(): number {
    return this.#signIns;
  }

  /** Why the last session ended, if the user did not end it; null otherwise. */
  get lost(): ClientFailure | null {
    return this.#lost;
  }

  /** Calls the listener when the session changes or starts again; returns a function that removes it. */
  subscribe(listener: (session: Session | null) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /**
   * Follows the loss of the session, and completes a pending sign-out once the proxy can be reached; returns a function
   * that stops it.
   */
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
   * Restores the session. `kept` is the session of the last visit, so that the app opens without a network. If it is
   * null, the proxy is asked. While a sign-out is pending, the screen stays signed out.
   */
  async open(kept: Session | null): Promise<void> {
    if (this.#environment.settings.read(SIGN_OUT) !== null) {
      this.#isKnown = true;
      void this.#finishSignOut();
    } else if (kept) {
      this.#setSession(kept);
    } else {
      this.#isAsking = true;
      this.#environment.settings.remove(FIRST_SCREEN);
      await this.#ask();
      if (!this.#current && !this.#isUnanswered) this.#forgetHome();
      this.#isKnown = true;
    }
  }

  /** Signs in by password. A setup code is sent in a header. */
  async signIn(body: SignInRequest, headers?: Record<string, string>): Promise<ClientResult<Session>> {
    const result = await this.signInWith(() => this.#proxy.call('POST /api/sign-in', { body, headers }));
    if (result.ok) this.#signIns += 1;
    return result;
  }

  /**
   * Signs out. The stored data of the home is deleted first, even offline. The cookie is revoked now, or once the proxy
   * can be reached. A screen with a PIN signs out only after the proxy has agreed.
   */
  async signOut(): Promise<void> {
    if (this.#current?.hasPin && !(await this.#revoke())) return;
    this.#environment.settings.write(SIGN_OUT, TO_REVOKE);
    this.#lost = null;
    this.#setSession(null);
    await this.#finishSignOut();
  }

  /** Called when the proxy has closed the link because this screen is not signed in to the controller. */
  refused(): void {
    this.#onLoss({ code: 'not-signed-in', message: 'the proxy closed the link' });
  }

  /** Called when the proxy has sent this screen's name, its rights and whether it has a PIN. */
  updateScreen({ screen, rights, hasPin }: Pick<Session, 'screen' | 'rights' | 'hasPin'>): void {
    const current = this.#current;
    const session = current && {
      ...{ controller: current.controller, user: current.user, locked: current.locked },
      ...{ screen, rights, ...(hasPin && { hasPin }) }
    };
    if (session && !isSame(session, this.#current)) this.#accept(session);
  }

  /** Called when the proxy has accepted a live connection: this screen is not locked, or no longer. */
  admitted(): void {
    if (this.#current?.locked) this.#accept({ ...this.#current, locked: false });
  }

  /**
   * Signs in by a request that responds with a session. It ends an earlier session of this screen, which is not
   * reported as a loss.
   */
  async signInWith(ask: () => Promise<ClientResult<Session>>): Promise<ClientResult<Session>> {
    await this.#finishSignOut();
    this.#isSigningIn = true;
    const result = await ask();
    this.#isSigningIn = false;
    if (result.ok) {
      this.#proxy.beginSession();
      this.#accept(result.value);
    } else if (this.#needsProbe) void this.probe();
    this.#needsProbe = false;
    return result;
  }

  /** Checks whether the proxy answers, and updates the session from its answer. */
  async probe(): Promise<boolean> {
    const { sessions } = this.#proxy;
    const result = await this.#proxy.call('GET /api/me');
    const isCurrent = sessions === this.#proxy.sessions;
    if (result.ok && isCurrent && this.#current && !isSame(result.value, this.#current))
      this.#accept(result.value);
    return result.ok || (result.error.code !== 'offline' && result.error.code !== 'unknown');
  }

  #onLoss(failure: ClientFailure): void {
    if (!this.#current) return;
    if (this.#isSigningIn) this.#needsProbe = true;
    else if (failure.code === 'screen-locked') void this.probe();
    else void this.#endSession(failure);
  }

  /** Ends the session for a reason other than a sign-out: deletes its data and keeps the reason. */
  async #endSession(reason: ClientFailure): Promise<void> {
    this.#lost = reason;
    this.#setSession(null);
    await this.#keeper.wipe();
    if (reason.code === 'not-signed-in' && reason.detail === undefined) await this.#learnReason();
  }

  /** Asks the proxy who or what ended the session: a closed link does not say. */
  async #learnReason(): Promise<void> {
    const result = await this.#proxy.call('GET /api/me');
    if (!result.ok && result.error.detail !== undefined && this.#lost) this.#lost = result.error;
  }

  #accept(session: Session): void {
    this.#environment.settings.remove(SIGN_OUT);
    this.#keeper.keep(session);
    this.#setSession(session);
  }

  /**
   * Sets the session. The settings about the home go with the right to see it: signed out, another user, or locked. Its record goes
   * with other rights too.
   */
  #setSession(session: Session | null): void {
    const before = this.#current;
    if (!session || session.locked || (before && ownerOf(before) !== ownerOf(session))) this.#forgetHome();
    else if (before && !isSame(before, session)) this.#environment.settings.remove(FIRST_SCREEN);
    if (session) this.#lost = null;
    this.#current = session;
    this.#isKnown = true;
    this.#emitter.emit(session);
  }

  #forgetHome(): void {
    for (const name of ABOUT_HOME) this.#environment.settings.remove(name);
  }

  /**
   * Reads the session from the proxy if none was stored. If the proxy does not answer, it retries once the network is
   * back.
   */
  async #ask(): Promise<void> {
    const result = await this.#proxy.call('GET /api/me');
    this.#isUnanswered = !result.ok && result.error.code === 'offline';
    if (result.ok) this.#accept(result.value);
  }

  /**
   * Completes a sign-out. Only one request runs at a time, since its response removes the cookie and must not arrive
   * after that of a sign-in.
   */
  #finishSignOut(): Promise<void> {
    this.#signingOut ??= this.#completeSignOut().finally(() => {
      this.#signingOut = null;
    });
    return this.#signingOut;
  }

  async #completeSignOut(): Promise<void> {
    const { settings } = this.#environment;
    const pending = settings.read(SIGN_OUT);
    if (pending === null) return;
    const isWiped = await this.#keeper.wipe();
    if (pending !== TO_WIPE && !(await this.#revoke())) return;
    // Another window may have stored something after the sign-out. From now on the proxy tells it.
    this.#forgetHome();
    if (isWiped) settings.remove(SIGN_OUT);
    else settings.write(SIGN_OUT, TO_WIPE);
  }

  /** Revokes the cookie; resolves to whether it is revoked. */
  async #revoke(): Promise<boolean> {
    const result = await this.#proxy.call('POST /api/sign-out');
    return result.ok || result.error.code === 'not-signed-in';
  }
}
