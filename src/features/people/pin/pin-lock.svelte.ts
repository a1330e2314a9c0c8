import { PIN_UNLOCK_MS } from '#shared/pin';
import type { App } from '$lib/state/app.svelte';
import { Timer } from '$lib/state/base/timer';
import { onePerApp } from '$lib/state/one-per';
import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';

/** What the PIN of this screen depends on. */
export type PinLockDeps = Pick<App, 'proxy' | 'session' | 'isUnlocked'> & {
  readonly environment: Pick<App['environment'], 'clock'>;
};

/**
 * The PIN of this screen. The proxy checks it; this service asks for it, and hides what the proxy would refuse. A page
 * that is opened again asks again.
 */
export class PinLock {
  readonly #deps: PinLockDeps;
  readonly #end: Timer;
  #isAsked = $state.raw(false);
  #isBusy = $state.raw(false);
  #failure = $state.raw<ClientFailure | null>(null);
  #finish: (isUnlocked: boolean) => void = () => undefined;

  constructor(deps: PinLockDeps) {
    this.#deps = deps;
    this.#end = new Timer(deps.environment.clock);
  }

  /** Whether this screen has a PIN. */
  get isSet(): boolean {
    return this.#deps.session.current?.hasPin === true;
  }

  /** Whether this screen has a PIN and is not unlocked. */
  get isLocked(): boolean {
    return this.isSet && !this.#deps.isUnlocked.value;
  }

  /** Whether the PIN is asked for in a dialog now. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether the proxy checks, stores or removes a PIN now. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Why the last PIN was not accepted. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Asks for the PIN if this screen is locked. Resolves to whether it is unlocked. */
  async open(): Promise<boolean> {
    return !this.isLocked || this.#ask();
  }

  /** Sends a request. If it fails with `pin-needed`, it asks for the PIN and repeats the request. */
  async pass<T>(send: () => Promise<ClientResult<T>>): Promise<ClientResult<T>> {
    const result = await send();
    if (result.ok || result.error.code !== 'pin-needed') return result;
    return (await this.refused()) ? send() : result;
  }

  /** Called when the proxy has refused something with `pin-needed`. Asks for the PIN; resolves to whether it is unlocked. */
  refused(): Promise<boolean> {
    this.#setLocked();
    return this.#ask();
  }

  /** Unlocks this screen by its PIN. If it is wrong, the question stays open, with `failure`. */
  async enter(pin: string): Promise<void> {
    const result = await this.#send(
      this.#deps.proxy.call('POST /api/controllers/:id/pin/unlock', { body: { pin } })
    );
    // Somebody has reset the PIN meanwhile, and the live connection has not reported it yet.
    if (!result.ok && result.error.code !== 'not-found') return;
    if (!result.ok) void this.#deps.session.probe();
    this.#unlock();
  }

  /** Removes the PIN by the password of the home. This browser is signed out of its other homes then. If it is wrong, see `failure`. */
  async removeForgotten(password: string): Promise<void> {
    const result = await this.#send(
      this.#deps.proxy.call('POST /api/controllers/:id/pin/forgotten', { body: { password } })
    );
    if (result.ok) await this.#deps.session.endOthers();
    if (await this.#follow(result)) this.#unlock();
  }

  /** Sets or changes the PIN. Resolves to whether that succeeded. */
  async set(pin: string): Promise<boolean> {
    const result = await this.#send(this.#deps.proxy.call('PUT /api/controllers/:id/pin', { body: { pin } }));
    if (result.ok) this.#setUnlocked();
    return this.#follow(result);
  }

  /** Removes the PIN. Resolves to whether that succeeded. */
  async remove(): Promise<boolean> {
    return this.#follow(await this.#send(this.#deps.proxy.call('DELETE /api/controllers/:id/pin')));
  }

  /** Locks this screen again before its time is over. */
  lock(): void {
    if (!this.isSet || !this.#deps.isUnlocked.value) return;
    this.#setLocked();
    void this.#deps.proxy.call('POST /api/controllers/:id/pin/lock');
  }

  /** Clears `failure`. */
  clearFailure(): void {
    this.#failure = null;
  }

  /** Cancels the question. */
  cancel(): void {
    this.clearFailure();
    this.#finish(false);
  }

  #ask(): Promise<boolean> {
    this.cancel();
    this.#isAsked = true;
    return new Promise((resolve) => {
      this.#finish = (isUnlocked) => {
        this.#isAsked = false;
        this.#finish = () => undefined;
        resolve(isUnlocked);
      };
    });
  }

  /** Unlocks this screen, and answers the question. */
  #unlock(): void {
    this.#failure = null;
    this.#setUnlocked();
    this.#finish(true);
  }

  #setUnlocked(): void {
    this.#deps.isUnlocked.value = true;
    this.#end.set(PIN_UNLOCK_MS, () => this.#setLocked());
  }

  #setLocked(): void {
    this.#end.stop();
    this.#deps.isUnlocked.value = false;
  }

  /** Reads the session after a change. A screen that is locked after all has to be unlocked first. */
  async #follow(result: ClientResult<unknown>): Promise<boolean> {
    if (!result.ok && result.error.code === 'pin-needed') this.#setLocked();
    if (result.ok) await this.#deps.session.probe();
    return result.ok;
  }

  async #send(request: Promise<ClientResult<unknown>>): Promise<ClientResult<unknown>> {
    this.#isBusy = true;
    this.#failure = null;
    const result = await request;
    this.#isBusy = false;
    if (!result.ok) this.#failure = result.error;
    return result;
  }
}

/** Returns the PIN of this screen. */
export const pinLockOf = onePerApp((app) => new PinLock(app));
