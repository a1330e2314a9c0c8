import { isSame } from '#shared/changes';
import { Emitter } from '#shared/emitter';
import { isFull } from '#shared/rights';
import type { Me, Session, SignInRequest } from '#shared/wire';
import { isOf, ownerOf } from '$lib/storage/cached-records';
import type { PageEvents } from '../base/page-events';
import { ABOUT_HOME, FIRST_SCREEN, settingsOf, type Settings } from '../preferences/settings';
import type { ClientFailure, ClientResult } from '../proxy/failure';
import type { ProxyClient } from '../proxy/proxy-client';
import { Homes } from './homes.svelte';

/** Stores sessions for the next start, and deletes all data of a home. */
export interface SessionKeeper {
  /** Stores the session. It contains names and rights, but nothing secret. */
  keep(session: Session): void;
  /** Deletes all stored data of a home; resolves to false if it has to be repeated. */
  wipe(home: string): Promise<boolean>;
}

/** What the proxy tells of this screen on the live connection. What is absent is so. */
export type OwnScreen = Pick<Session, 'screen' | 'rights' | 'hasPin' | 'accountReplaced'>;

/** What the session depends on. */
export interface SessionEnvironment {
  readonly page: PageEvents;
  readonly settings: Settings;
  /** The settings of this tab. */
  readonly tab: Settings;
}

/** This screen's session at the home that is shown. Scripts cannot read the cookie itself. */
export class SessionState {
  readonly #environment: SessionEnvironment;
  readonly #proxy: ProxyClient;
  readonly #keeper: SessionKeeper;
  readonly homes: Homes;
  readonly #emitter = new Emitter<Session | null>();
  /** Calls the listener when the session changes or starts again; returns a function that removes it. */
  readonly subscribe = this.#emitter.subscribe;
  #current = $state.raw<Session | null>(null);
  #isKnown = $state.raw(false);
  #isAsking = $state.raw(false);
  #lost = $state.raw<ClientFailure | null>(null);
  #signIns = $state.raw(0);
  /** The sign-outs that are being completed, by the id of the home. */
  readonly #signingOut: Record<string, Promise<void> | undefined> = {};
  #isUnanswered = false;
  /** True during a sign-in. The proxy may end the earlier session before its response arrives. */
  #isSigningIn = false;
  #needsProbe = false;

  constructor(environment: SessionEnvironment, proxy: ProxyClient, keeper: SessionKeeper) {
    this.#environment = environment;
    this.#proxy = proxy;
    this.#keeper = keeper;
    this.homes = new Homes(environment.settings, environment.tab);
  }

  /** The session; null if signed out: then every page redirects to `/connect`. */
  get current(): Session | null {
    return this.#current;
  }

  /** The id of the home that it is about; null for none. */
  get home(): string | null {
    return this.#current?.controller.id ?? null;
  }

  /** Whether it is known if this screen is signed in. It is false only until `open` has a result. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether the proxy was asked for the session, since none was stored. Until its answer nothing about a home may be shown. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Whether the controller has refused the home's account. The home is hidden until this screen is let back in. */
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

  /**
   * Follows the loss of the session, and completes a pending sign-out once the proxy can be reached; returns a function
   * that stops it.
   */
  start(): () => void {
    const stops = [
      this.#proxy.onLoss((failure) => this.#onLoss(failure)),
      this.#environment.page.subscribe((event) => {
        if (event !== 'online' && event !== 'visible' && event !== 'restored') return;
        void this.#finishSignOuts();
        if (this.#isUnanswered && !this.#current) void this.#ask();
      })
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * Restores the session at a home. `kept` is the session of the last visit, so that the app opens without a network. If it is
   * null, the proxy is asked; without a home, for any. While its sign-out is pending, the screen stays signed out.
   */
  async open(home: string | null, kept: Session | null): Promise<void> {
    this.#show(home);
    void this.#finishSignOuts();
    if (home === null ? this.homes.all.some(({ leaving }) => leaving) : this.homes.leavingOf(home))
      this.#isKnown = true;
    else if (kept) {
      this.#setSession(kept);
    } else {
      this.#isAsking = true;
      this.#forgetHome(home, [FIRST_SCREEN]);
      const failure = await this.#ask();
      if (failure === 'outdated') return;
      // Another window may have signed out there, or somebody has ended this screen.
      if (home !== null && failure?.code === 'not-signed-in') await this.#endSession(failure);
      this.#isKnown = true;
    }
  }

  /** Leaves the home that is shown, for another one. Nothing is known before `open`. */
  leave(): void {
    this.#current = null;
    this.#lost = null;
    this.#isKnown = false;
    this.#isAsking = false;
    this.#isUnanswered = false;
    this.#show(null);
    this.#emitter.emit(null);
  }

  /** Signs in by password. A setup code is sent in a header. */
  async signIn(body: SignInRequest, headers?: Record<string, string>): Promise<ClientResult<Session>> {
    const result = await this.signInWith(() => this.#proxy.call('POST /api/sign-in', { body, headers }));
    if (result.ok) this.#signIns += 1;
    return result;
  }

  /**
   * Signs out at the home that is shown, or at another one. Its stored data is deleted first, even offline. The cookie is revoked now, or
   * once the proxy can be reached. A screen with a PIN signs out only after the proxy has agreed.
   */
  async signOut(home = this.home): Promise<void> {
    if (home === null || (this.#current?.hasPin && !(await this.#revoke(home)))) return;
    this.homes.put({ id: home, name: '', leaving: 'revoke' });
    if (home === this.home) {
      this.#lost = null;
      this.#setSession(null);
    }
    await this.#finishSignOut(home);
  }

  /** Called when the proxy has closed the link because this screen is not signed in to the controller. */
  refused(): void {
    this.#onLoss({ code: 'not-signed-in', message: 'the proxy closed the link' });
  }

  /** Called when the proxy has signed this browser out of all its homes but the one that is shown. */
  async endOthers(): Promise<void> {
    const others = this.homes.list.filter(({ id }) => id !== this.home);
    for (const { id } of others) {
      this.homes.end(id);
      this.#forgetHome(id);
    }
    await Promise.all(others.map(({ id }) => this.#keeper.wipe(id)));
  }

  /** Called when the proxy has sent what it tells of this screen. */
  updateScreen(own: OwnScreen): void {
    if (!this.#current) return;
    const { hasPin: _pin, accountReplaced: _replaced, ...rest } = this.#current;
    const session = { ...rest, ...own };
    if (!isSame(session, this.#current)) this.#accept(session);
  }

  /** Called when the proxy has accepted a live connection: this screen is not locked, or no longer. */
  admitted(): void {
    if (!this.#current?.locked) return;
    const { goesInMs: _taken, ...session } = this.#current;
    this.#accept({ ...session, locked: false });
  }

  /**
   * Signs in by a request that responds with a session. It ends an earlier session at the same home, which is not
   * reported as a loss.
   */
  async signInWith(ask: () => Promise<ClientResult<Session>>): Promise<ClientResult<Session>> {
    await this.#finishSignOuts();
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
    if (result.ok && isCurrent && this.#current) this.#acceptAll(result.value);
    return result.ok || (result.error.code !== 'offline' && result.error.code !== 'unknown');
  }

  #onLoss(failure: ClientFailure): void {
    if (!this.#current) return;
    if (this.#isSigningIn) this.#needsProbe = true;
    else if (failure.code === 'screen-locked') void this.probe();
    else void this.#endSession(failure);
  }

  /** Ends the session for a reason other than a sign-out: deletes its data, and keeps the reason and the home's name. */
  async #endSession(reason: ClientFailure): Promise<void> {
    const { home } = this.#proxy;
    this.#lost = reason;
    this.#setSession(null);
    if (home === null) return;
    this.homes.end(home);
    await this.#keeper.wipe(home);
    if (reason.code === 'not-signed-in' && reason.detail === undefined) await this.#learnReason(home);
  }

  /** Asks the proxy who or what ended the session: a closed link does not say. */
  async #learnReason(home: string): Promise<void> {
    const result = await this.#proxy.call('GET /api/me', { home });
    if (!result.ok && result.error.detail !== undefined && this.#lost) this.#lost = result.error;
  }

  /** Accepts the session at the home that is shown, and the other homes. */
  #acceptAll({ homes, ...session }: Me): void {
    if (!isSame(session, this.#current)) this.#accept(session);
    for (const home of homes) if (!this.homes.leavingOf(home.id)) this.homes.put(home);
  }

  #accept(session: Session): void {
    this.#keeper.keep(session);
    this.#setSession(session);
  }

  /** Says which home is meant by calls that name none. What is on its way for another one says nothing about this. */
  #show(home: string | null): void {
    if (this.#proxy.home !== home) this.#proxy.beginSession();
    this.#proxy.home = home;
  }

  /**
   * Sets the session. The settings about a home go with the right to see it: signed out, other rooms, or locked. Its record goes
   * with other rights too.
   */
  #setSession(session: Session | null): void {
    const before = this.#current;
    const home = session?.controller.id ?? this.#proxy.home;
    const isOfHome = before !== null && before.controller.id === home;
    if (!session || session.locked || (isOfHome && !isOf(ownerOf(before), session))) this.#forgetHome(home);
    else if (isOfHome && !isSame(before, session)) this.#forgetHome(home, [FIRST_SCREEN]);
    if (session) {
      this.#lost = null;
      this.#show(session.controller.id);
    }
    this.#current = session;
    this.#isKnown = true;
    this.#emitter.emit(session);
  }

  #forgetHome(home: string | null, names = ABOUT_HOME): void {
    for (const name of names) settingsOf(this.#environment.settings, home ?? '').remove(name);
  }

  /**
   * Reads the session from the proxy if none was stored. If the proxy does not answer, it retries once the network is
   * back. Resolves with the failure, or `outdated` if another home is shown by then.
   */
  async #ask(): Promise<ClientFailure | 'outdated' | null> {
    const { sessions } = this.#proxy;
    const result = await this.#proxy.call('GET /api/me');
    if (sessions !== this.#proxy.sessions) return 'outdated';
    this.#isUnanswered = !result.ok && result.error.code === 'offline';
    if (result.ok) this.#acceptAll(result.value);
    return result.ok ? null : result.error;
  }

  #finishSignOuts(): Promise<unknown> {
    return Promise.all(this.homes.all.map(({ id }) => this.#finishSignOut(id)));
  }

  /**
   * Completes the sign-out at a home. Only one request runs at a time, since its response removes the cookie and must not arrive
   * after that of a sign-in.
   */
  #finishSignOut(home: string): Promise<void> {
    return (this.#signingOut[home] ??= this.#completeSignOut(home).finally(() => {
      this.#signingOut[home] = undefined;
    }));
  }

  async #completeSignOut(home: string): Promise<void> {
    const pending = this.homes.leavingOf(home);
    if (pending === undefined) return;
    const isWiped = await this.#keeper.wipe(home);
    if (pending !== 'wipe' && !(await this.#revoke(home))) return;
    // Another window may have stored something after the sign-out. From now on the proxy tells it.
    this.#forgetHome(home);
    if (isWiped) this.homes.forget(home);
    else this.homes.put({ id: home, name: '', leaving: 'wipe' });
  }

  /** Revokes the cookie of a home; resolves to whether it is revoked. */
  async #revoke(home: string): Promise<boolean> {
    const result = await this.#proxy.call('POST /api/controllers/:id/sign-out', { home });
    return result.ok || result.error.code === 'not-signed-in';
  }
}
